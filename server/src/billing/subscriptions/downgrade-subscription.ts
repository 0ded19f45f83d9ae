import { refuse } from '@trading-bot/contract/rest/refusals'
import type { downgradeSubscription as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { compareToCurrent, findOffer } from './offer.ts'
import { findTrialOf } from './trials/trial-store.ts'
import { lockBilling, switchPlan, switchTrial } from './purchase.ts'
import { followPlan } from './follow-plan.ts'
import { findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

export const downgradeSubscription: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, actor.userId, now)
    const valid = await findValid(tx, actor.userId, now)
    if (!valid) return refuse('NO_SUBSCRIPTION')
    const comparison = await compareToCurrent(tx, valid, offer)
    if (comparison === 'same') return refuse('SAME_PLAN')
    if (comparison !== 'cheaper') return refuse('NOT_CHEAPER')
    const trial = await findTrialOf(tx, valid.id)
    const change = { choice: offer, cycle: offer.cycle, offer, paid: undefined }
    const changed = trial ? await switchTrial(tx, valid, offer, now) : await switchPlan(tx, valid, change, now)
    await followPlan(tx, { former: valid, changed }, offer, now)
    await recordAudit(tx, context, {
      action: 'subscription.downgraded',
      subject: { kind: 'subscription', id: valid.id },
      before: { plan_id: valid.plan_id, bot_plan_id: valid.bot_plan_id, end_at: valid.end_at },
      after: { plan_id: changed.plan_id, bot_plan_id: changed.bot_plan_id, end_at: changed.end_at },
    })
    const message = 'Subscription downgraded successfully!'
    await recordLog(tx, now, { level: 'INFO', category: 'payment', message, userId: actor.userId })
    return { message, subscription: await subscriptionView(tx, changed, now), order: null }
  })
}
