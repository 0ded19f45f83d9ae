import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { createSubscription as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { shownPrices } from '../../platform/prices/price-rules.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { checkPurchase } from './configuration/check-purchase.ts'
import { findOffer, isSamePlan } from './offer.ts'
import { preparePurchase } from './prepare-purchase.ts'
import { lockBilling } from './purchase.ts'
import { findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

const RENEWAL_WINDOW_MS = 3 * 86_400_000

export const createSubscription: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const { plan_id, bot_plan_id, billing_cycle, ...config } = input
    const offer = await findOffer(tx, { plan_id, bot_plan_id }, billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, actor.userId, now)
    const valid = await findValid(tx, actor.userId, now)
    if (valid) {
      // A renewal is paid on the subscription itself; any other purchase beside a valid subscription is refused.
      const isRenewal = isSamePlan(offer, valid) && isNearItsEnd(valid.end_at, now)
      return isRenewal ? subscriptionView(tx, valid, now) : refuse('ALREADY_SUBSCRIBED')
    }
    const refusal = await checkPurchase(tx, shownPrices(context, false), offer, config)
    if (refusal) return refusal
    const row = await preparePurchase(tx, actor.userId, offer, config, now)
    if (row instanceof Refusal) return row
    await recordAudit(tx, context, { action: 'subscription.created', subject: { kind: 'subscription', id: row.id } })
    await recordLog(tx, now, {
      level: 'INFO',
      category: 'payment',
      message: `Subscription to ${offer.name} awaits payment`,
      userId: actor.userId,
    })
    return subscriptionView(tx, row, now)
  })
}

export function isNearItsEnd(end: Date | null, now: Date): boolean {
  return end !== null && end.getTime() - now.getTime() <= RENEWAL_WINDOW_MS
}
