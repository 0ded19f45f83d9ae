import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { type Discount, releaseOthers, reserveCoupon } from '../../coupons/index.ts'
import { isSamePlan, type PlanOffer, type SubscriptionRow } from '../../subscriptions/index.ts'
import { changePayment, findOpenOrder, insertPayment, type PaymentRow } from '../payment-store.ts'

export type Target = {
  readonly subscription: SubscriptionRow
  readonly purpose: 'purchase' | 'renewal' | 'upgrade'
  readonly offer: PlanOffer
  readonly duePaise: bigint
  /** It was shown as a quote, which holds to the paise. */
  readonly isQuoted?: boolean
  /** Off the price; what is due is already less by it. */
  readonly discount?: Discount
}

/**
 * Records the order's row under the billing lock: the open one if nothing has changed, else a new one that replaces it.
 * The order is placed with the provider afterwards (placeOrder), when the lock is free again.
 */
export async function recordOrder(
  tx: Tx,
  { payments: provider }: Pick<Deps, 'payments'>,
  target: Target,
  now: Date,
): Promise<PaymentRow | Refusal> {
  if (!provider) return refuse('PAYMENTS_NOT_CONFIGURED')
  const open = await findOpenOrder(tx, target.subscription.id)
  if (open && isUnchanged(open, target) && open.is_simulated === provider.isSimulated)
    return (await holdCoupon(tx, target, open, now)) ?? open
  if (open) await changePayment(tx, open.id, { replaced_at: now })
  const { offer, subscription, purpose, duePaise } = target
  const id = newId(now)
  const couponPaise = target.discount?.discountPaise ?? 0n
  const order = await insertPayment(tx, {
    id,
    user_id: subscription.user_id,
    subscription_id: subscription.id,
    purpose,
    plan_id: offer.planId,
    bot_plan_id: offer.botPlanId,
    plan_name: offer.name,
    billing_cycle: offer.cycle,
    charge_paise: String(offer.chargePaise - couponPaise),
    coupon_id: target.discount?.couponId ?? null,
    coupon_paise: String(couponPaise),
    period_ms: String(offer.periodMs),
    amount_paise: String(duePaise),
    is_simulated: provider.isSimulated,
    renews_end_at: null,
    // Test orders need no network, so their provider id is known at once.
    order_id: provider.isSimulated ? await provider.createOrder({ amountPaise: duePaise, receipt: id }) : null,
    created_at: now,
  })
  return (await holdCoupon(tx, target, order, now)) ?? order
}

/** The coupon is held for this order; whatever the user's former orders held is free again. */
async function holdCoupon(tx: Tx, { discount }: Target, order: PaymentRow, now: Date): Promise<Refusal | undefined> {
  const { user_id: userId, id: paymentId } = order
  if (discount) return reserveCoupon(tx, discount, { userId, paymentId }, now)
  await releaseOthers(tx, userId, null)
  return undefined
}

/** A new quote makes a new order: what is charged is what was shown last. */
function isUnchanged(open: PaymentRow, { offer, purpose, duePaise, isQuoted, discount }: Target): boolean {
  return (
    open.purpose === purpose &&
    (!isQuoted || BigInt(open.amount_paise) === duePaise) &&
    isSamePlan(offer, open) &&
    open.billing_cycle === offer.cycle &&
    open.coupon_id === (discount?.couponId ?? null) &&
    BigInt(open.charge_paise) + BigInt(open.coupon_paise) === offer.chargePaise
  )
}
