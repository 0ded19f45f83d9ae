// An operator changes a plan for its holder: value before = value after, and nothing is charged.
import type {
  changePlanOfUser as spec,
  previewPlanOfUser as preview,
} from '@trading-bot/contract/rest/billing/goodwill'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import { tryOut } from '../../platform/db/try-out.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { readCredit } from '../ledger/index.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import {
  findOffer,
  findTrialOf,
  findValid,
  followPlan,
  isSamePlan,
  listOpenPeriods,
  lockBilling,
  type PlanOffer,
  type SubscriptionRow,
  switchPlan,
  switchTrial,
  unusedOf,
} from '../subscriptions/index.ts'
import { dayText, lockPlanOfUser } from './lock-plan-of-user.ts'

export const previewPlanOfUser: UseCase<typeof preview> = async ({ db, clock }, { id, ...choice }) => {
  const now = clock.now()
  const offer = await findOffer(db, choice, undefined)
  if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
  const valid = await findValid(db, id, now)
  if (!valid) return refuse('NO_PLAN_TO_CHANGE')
  if (isSamePlan(offer, valid)) return refuse('PLAN_HELD')
  const unused = (await listOpenPeriods(db, valid.id)).reduce((sum, period) => sum + unusedOf(period, now), 0n)
  const rupees = (paise: bigint) => Number(paise) / 100
  const end = await tryOut(db, async (tx) => {
    await lockBilling(tx, id, now)
    return (await change(tx, valid, offer, now)).end_at
  })
  return {
    unused_value: rupees(unused),
    credit: rupees(await readCredit(db, id)),
    end_date: (end ?? now).toISOString(),
  }
}

export const changePlanOfUser: UseCase<typeof spec> = async (context, input) => {
  const { id, plan_id, bot_plan_id, reason, ends_before } = input
  const { db, clock } = context
  const now = clock.now()
  const offer = await findOffer(db, { plan_id, bot_plan_id }, undefined)
  if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
  const tried = await tryOut(db, async (tx) => {
    const held = await lockPlanOfUser(tx, id, ends_before, now)
    if (held instanceof Refusal) return held
    return isSamePlan(offer, held) ? refuse('PLAN_HELD') : change(tx, held, offer, now)
  })
  if (tried instanceof Refusal) return tried
  if (!tried?.end_at || tried.end_at.getTime() - now.getTime() < DAY_MS) return refuse('TOO_LITTLE_VALUE')
  return db.transaction().execute(async (tx) => {
    const held = await lockPlanOfUser(tx, id, ends_before, now)
    if (held instanceof Refusal) return held
    const changed = await change(tx, held, offer, now)
    await followPlan(tx, { former: held, changed }, offer, now)
    await recordAudit(tx, context, {
      action: 'subscription.plan-set',
      subject: { kind: 'subscription', id: held.id },
      before: { plan_id: held.plan_id, bot_plan_id: held.bot_plan_id, end_at: held.end_at },
      after: { plan_id: changed.plan_id, bot_plan_id: changed.bot_plan_id, end_at: changed.end_at, reason },
    })
    const message = `${offer.name} runs until ${dayText(changed.end_at ?? now)}.`
    await recordLog(tx, now, {
      level: 'INFO',
      category: 'payment',
      message: `Plan changed by an operator: ${message}`,
      userId: id,
      details: { subscription_id: held.id, reason },
    })
    await tellHolder(tx, context, {
      userId: id,
      subject: `Your plan is now ${offer.name}`,
      text: `We have changed your plan to ${offer.name}. What was unused of your former plan became time of this one: it runs until ${dayText(changed.end_at ?? now)}. Nothing was charged.\n\nWhy: ${reason}`,
      action: { label: 'Your plan', path: '/subscriptions' },
    })
    return { message, end_date: (changed.end_at ?? now).toISOString() }
  })
}

async function change(tx: Tx, held: SubscriptionRow, offer: PlanOffer, now: Date): Promise<SubscriptionRow> {
  const trial = await findTrialOf(tx, held.id)
  if (trial) return switchTrial(tx, held, offer, now)
  return switchPlan(tx, held, { choice: offer, cycle: offer.cycle, offer, paid: undefined }, now)
}
