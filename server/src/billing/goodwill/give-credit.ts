import type { giveCredit as spec } from '@trading-bot/contract/rest/billing/goodwill'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { postEntry, readCredit } from '../ledger/index.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import { insertGoodwill } from './goodwill-store.ts'
import { lockUserBilling } from './lock-plan-of-user.ts'

/** It pays for time and for nothing else: a refund gives back what came by a payment. */
export const giveCredit: UseCase<typeof spec> = async (context, { id, amount, reason, credit_before }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const refusal = await lockUserBilling(tx, id, now)
    if (refusal) return refusal
    const before = await readCredit(tx, id)
    if (before !== paiseOf(credit_before)) return refuse('CREDIT_CHANGED', { values: { amount: rupees(before) } })
    const amountPaise = paiseOf(amount)
    const lines = { goodwill: amountPaise, credit: -amountPaise }
    await postEntry(tx, { kind: 'goodwill-credit', userId: id, lines }, now)
    const given = { user_id: id, amount_paise: String(amountPaise), reason, given_by: actor.userId }
    await insertGoodwill(tx, { kind: 'credit', ...given }, now)
    await recordAudit(tx, context, {
      action: 'user.credit-given',
      subject: { kind: 'user', id },
      before: { credit_paise: String(before) },
      after: { credit_paise: String(before + amountPaise), amount_paise: String(amountPaise), reason },
    })
    await recordLog(tx, now, {
      level: 'INFO',
      category: 'payment',
      message: `${rupees(amountPaise)} of credit given by an operator`,
      userId: id,
      details: { amount_paise: String(amountPaise), reason },
    })
    await tellHolder(tx, context, {
      userId: id,
      subject: `${rupees(amountPaise)} added to your credit`,
      text: `We have added ${rupees(amountPaise)} to your credit, which is now ${rupees(before + amountPaise)}. It lowers your next payment by itself.\n\nWhy: ${reason}`,
      action: { label: 'Your payments', path: '/subscriptions' },
    })
    const credit = Number(before + amountPaise) / 100
    return { message: `The credit is now ${rupees(before + amountPaise)}.`, credit }
  })
}

function paiseOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100))
}

function rupees(paise: bigint): string {
  return formatRupees(Number(paise) / 100)
}
