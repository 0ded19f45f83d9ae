import type { Tx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { PlanOffer, SubscriptionRow } from '../../subscriptions/index.ts'
import { insertPayment, type PaymentRow } from '../payment-store.ts'

type Registration = {
  readonly subscription: SubscriptionRow
  readonly offer: PlanOffer
  readonly amountPaise: bigint
  readonly isSimulated: boolean
}

/** What the registration of a mandate charges: it buys no time and becomes credit. */
export async function recordMandatePayment(
  tx: Tx,
  { subscription, offer, amountPaise, isSimulated }: Registration,
  now: Date,
): Promise<PaymentRow> {
  return insertPayment(tx, {
    id: newId(now),
    user_id: subscription.user_id,
    subscription_id: subscription.id,
    purpose: 'mandate',
    plan_id: offer.planId,
    bot_plan_id: offer.botPlanId,
    plan_name: offer.name,
    billing_cycle: offer.cycle,
    charge_paise: String(amountPaise),
    period_ms: String(offer.periodMs),
    amount_paise: String(amountPaise),
    is_simulated: isSimulated,
    order_id: null,
    renews_end_at: null,
    created_at: now,
  })
}
