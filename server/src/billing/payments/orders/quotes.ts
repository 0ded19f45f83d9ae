// What an upgrade costs is promised for a while: the dialog shows a quote, and the order charges it.
import { createHash } from 'node:crypto'
import type { quoteUpgrade as spec } from '@trading-bot/contract/rest/billing/payments'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { readCredit } from '../../ledger/index.ts'
import {
  amountDue,
  compareToCurrent,
  findOffer,
  findValid,
  isSamePlan,
  listOpenPeriods,
  lockBilling,
  type PlanOffer,
  type SubscriptionRow,
  unusedOf,
} from '../../subscriptions/index.ts'

const VALID_MS = 15 * MINUTE_MS

export const quoteUpgrade: UseCase<typeof spec> = async ({ db, actor, clock }, input) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, actor.userId, now)
    const valid = await findValid(tx, actor.userId, now)
    if (!valid) return refuse('NO_SUBSCRIPTION')
    const comparison = await compareToCurrent(tx, valid, offer)
    if (comparison === 'same') return refuse('SAME_PLAN')
    if (comparison === 'cheaper') return refuse('NOT_DEARER')
    const value = await readValue(tx, valid, now)
    const duePaise = amountDue(offer, value.unusedPaise + value.creditPaise)
    const expires = new Date(now.getTime() + VALID_MS)
    const row = {
      plan_id: offer.planId,
      bot_plan_id: offer.botPlanId,
      billing_cycle: offer.cycle,
      charge_paise: offer.chargePaise,
      basis: value.basis,
      unused_paise: value.unusedPaise,
      credit_paise: value.creditPaise,
      due_paise: duePaise,
      created_at: now,
      expires_at: expires,
    }
    await tx
      .insertInto('quotes')
      .values({ user_id: actor.userId, ...row })
      .onConflict((on) => on.column('user_id').doUpdateSet(row))
      .execute()
    const rupees = (paise: bigint) => Number(paise) / 100
    return {
      charge: rupees(offer.chargePaise),
      unused_value: rupees(value.unusedPaise),
      credit: rupees(value.creditPaise),
      due: rupees(duePaise),
      expires_at: expires.toISOString(),
    }
  })

/**
 * What an upgrade to this offer is charged now: as it was quoted, or, for whoever has asked for no quote of it, by the
 * value of this moment. A quote that no longer holds is refused, so that nobody is charged what was not shown.
 */
export async function chargedForUpgrade(
  tx: Tx,
  valid: SubscriptionRow,
  offer: PlanOffer,
  now: Date,
): Promise<{ readonly duePaise: bigint; readonly isQuoted: boolean } | Refusal> {
  const value = await readValue(tx, valid, now)
  const quote = await tx.selectFrom('quotes').selectAll().where('user_id', '=', valid.user_id).executeTakeFirst()
  const isForIt = quote && isSamePlan(offer, quote) && quote.billing_cycle === offer.cycle
  if (!isForIt) return { duePaise: amountDue(offer, value.unusedPaise + value.creditPaise), isQuoted: false }
  const holds =
    quote.expires_at > now && quote.basis === value.basis && BigInt(quote.charge_paise) === offer.chargePaise
  return holds ? { duePaise: BigInt(quote.due_paise), isQuoted: true } : refuse('QUOTE_EXPIRED')
}

async function readValue(tx: Tx, valid: SubscriptionRow, now: Date) {
  const periods = await listOpenPeriods(tx, valid.id)
  const creditPaise = await readCredit(tx, valid.user_id)
  const parts = [valid.id, creditPaise, ...periods.map(({ id }) => id)]
  return {
    unusedPaise: periods.reduce((sum, period) => sum + unusedOf(period, now), 0n),
    creditPaise,
    basis: createHash('sha256').update(parts.join(' ')).digest('base64url'),
  }
}
