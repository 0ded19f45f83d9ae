import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps, Origin } from '../../../platform/http/context.ts'
import { tellHolder } from '../../../accounts/notifications/index.ts'
import { postEntry } from '../../ledger/index.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import {
  activateSubscription,
  addAmountPaid,
  findOffer,
  findSubscription,
  followPlan,
  renewOnce,
  renewSubscription,
  type SubscriptionRow,
  switchPlan,
} from '../../subscriptions/index.ts'
import { redeemCoupon } from '../../coupons/index.ts'
import { lockPaymentForBilling } from '../lock-payment-for-billing.ts'
import type { Capture } from './capture.ts'
import { holdForReview } from './hold-for-review.ts'
import { paidText, returnedText } from '../payment-mails.ts'
import { changePayment, type PaymentRow } from '../payment-store.ts'
import { endAttempts } from '../payment-ports.ts'
import { refundSecondPayment } from './refund-second-payment.ts'
import { startRefund } from '../refunds/start-refund.ts'

export type CaptureOutcome =
  | { readonly payment: PaymentRow; readonly isGranted: boolean }
  | 'amount-differs'
  | 'unknown'

/**
 * Applies a payment exactly once, whichever reports it first: callback, webhook or poller. The row is locked and
 * marked, so that repeated deliveries change nothing.
 */
export async function applyCapture(tx: Tx, deps: Deps, paymentId: string, capture: Capture): Promise<CaptureOutcome> {
  const now = deps.clock.now()
  const payment = await lockPaymentForBilling(tx, paymentId, now)
  if (!payment) return 'unknown'
  if (payment.effect !== null) {
    if (payment.provider_payment_id !== capture.providerPaymentId) await refundSecondPayment(tx, deps, payment, capture)
    return { payment, isGranted: payment.effect === 'granted' }
  }
  if (BigInt(payment.amount_paise) !== capture.amountPaise || capture.currency !== 'INR') {
    await holdForReview(tx, deps, payment, capture)
    return 'amount-differs'
  }
  const { user_id: userId, subscription_id: subscriptionId } = payment
  const lines = { cash: capture.amountPaise, credit: -capture.amountPaise }
  await postEntry(tx, { kind: 'captured', userId, paymentId, subscriptionId, lines }, now)
  const canFulfil = payment.replaced_at === null && (await redeemCoupon(tx, payment, now))
  const subscription = canFulfil ? await fulfil(tx, payment, capture.amountPaise, now) : undefined
  const effect = subscription ? 'granted' : 'returned'
  const paid = {
    status: 'success',
    provider_payment_id: capture.providerPaymentId,
    paid_at: now,
    effect,
    failure: null,
  }
  const changed = await changePayment(tx, payment.id, paid)
  await endAttempts.ask(tx, changed, now)
  if (!subscription) await startRefund(tx, deps, changed, capture.amountPaise, 'The purchase could not be fulfilled')
  await reportOutcome(tx, deps, changed, subscription?.end_at ?? null)
  return { payment: changed, isGranted: effect === 'granted' }
}

async function fulfil(
  tx: Tx,
  payment: PaymentRow,
  amountPaise: bigint,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const subscription = await findSubscription(tx, payment.subscription_id)
  if (!subscription) return undefined
  // The terms stored with the order apply, even if the price has changed since.
  const offer = {
    chargePaise: BigInt(payment.charge_paise),
    couponPaise: BigInt(payment.coupon_paise),
    periodMs: Number(payment.period_ms),
  }
  const paid = { offer, paymentId: payment.id, amountPaise }
  if (payment.purpose === 'mandate') return addAmountPaid(tx, subscription, amountPaise, now)
  if (payment.renews_end_at) return renewOnce(tx, subscription, paid, payment.renews_end_at, now)
  if (payment.purpose === 'purchase') return activateSubscription(tx, subscription, paid, now)
  if (payment.purpose === 'renewal') return renewSubscription(tx, subscription, paid, now)
  const isValid = subscription.status === 'active' && subscription.end_at !== null && subscription.end_at > now
  if (!isValid) return undefined
  const choice = { planId: payment.plan_id, botPlanId: payment.bot_plan_id }
  const changed = await switchPlan(tx, subscription, { choice, cycle: payment.billing_cycle, offer, paid }, now)
  const plan = await findOffer(tx, payment, undefined)
  if (plan) await followPlan(tx, { former: subscription, changed }, plan, now)
  return changed
}

const NOBODY: Origin = { requestId: 'payment', address: '', device: '' }

async function reportOutcome(tx: Tx, deps: Deps, payment: PaymentRow, endsAt: Date | null): Promise<void> {
  const now = deps.clock.now()
  const isGranted = payment.effect === 'granted'
  const told = isGranted ? paidText(payment, endsAt) : returnedText(payment)
  await tellHolder(tx, deps, { userId: payment.user_id, ...told })
  await recordAudit(
    tx,
    { clock: deps.clock, actor: undefined, origin: NOBODY },
    {
      action: isGranted ? 'payment.granted' : 'payment.returned',
      subject: { kind: 'payment', id: payment.id },
      after: { amount_paise: payment.amount_paise, purpose: payment.purpose },
    },
  )
  await recordLog(tx, now, {
    level: isGranted ? 'SUCCESS' : 'WARNING',
    category: 'payment',
    message: isGranted
      ? `${formatRupees(Number(payment.amount_paise) / 100)} received for ${payment.plan_name}`
      : `Payment for ${payment.plan_name} is returned in full`,
    userId: payment.user_id,
    details: { payment_id: payment.id, amount_paise: payment.amount_paise },
  })
}
