// The effect of a payment on a subscription. The caller has added the paid amount to the user's credit.
import type { BillingCycle } from '@trading-bot/contract/rest/billing/plans'
import type { Tx } from '../../platform/db/client.ts'
import { readCredit } from '../ledger/index.ts'
import { carryFreeTime, listFreeTime } from './free-time.ts'
import { closePeriods, expireIfOver, grantPeriod } from './periods.ts'
import { couponShare, fullPeriod, type Offer, type GrantedTime, valueAsTime } from './plan-value.ts'
import { MONTHS, type PlanChoice, type PlanOffer } from './offer.ts'
import {
  changeSubscription,
  findByStatus,
  findValid,
  lockUserForBilling,
  type SubscriptionRow,
} from './subscription-store.ts'

type Paid = { readonly offer: Offer; readonly paymentId: string | null; readonly amountPaise: bigint }

/** Takes the billing lock and expires what is past its end. */
export async function lockBilling(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockUserForBilling(tx, userId)
  await expireIfOver(tx, await findByStatus(tx, userId, 'active'), now)
}

/** Pending -> active, from now. Undefined if it is no longer pending or another one is valid. */
export async function activateSubscription(tx: Tx, pending: SubscriptionRow, paid: Paid, now: Date) {
  const isBlocked = pending.status !== 'pending' || (await findValid(tx, pending.user_id, now)) !== undefined
  if (isBlocked) return undefined
  const granted = grantedFor(paid.offer, await readCredit(tx, pending.user_id))
  const price = priceOf(paid.offer, pending.billing_cycle, granted)
  const grant = { subscription: pending, paymentId: paid.paymentId, granted, ...price, starts: now }
  const ends = await grantPeriod(tx, grant, now)
  return changeSubscription(
    tx,
    pending.id,
    { status: 'active', start_at: now, end_at: ends, ...paidPart(pending, paid) },
    now,
  )
}

/** One more period after the running one. Undefined if the subscription is no longer valid. */
export async function renewSubscription(tx: Tx, active: SubscriptionRow, paid: Paid, now: Date) {
  if (active.status !== 'active' || !active.end_at || active.end_at <= now) return undefined
  const granted = grantedFor(paid.offer, await readCredit(tx, active.user_id))
  const price = priceOf(paid.offer, active.billing_cycle, granted)
  const grant = { subscription: active, paymentId: paid.paymentId, granted, ...price, starts: active.end_at }
  return changeSubscription(
    tx,
    active.id,
    { end_at: await grantPeriod(tx, grant, now), ...paidPart(active, paid) },
    now,
  )
}

/**
 * The period after exactly this end, once: a plan that was changed, paid otherwise or cancelled meanwhile is not
 * renewed. After the end it begins now, unless its holder has bought another plan.
 */
export async function renewOnce(tx: Tx, row: SubscriptionRow, paid: Paid, forEnd: Date, now: Date) {
  if (row.end_at?.getTime() !== forEnd.getTime()) return undefined
  if (row.status === 'active') return renewSubscription(tx, row, paid, now)
  if (row.status !== 'expired' || (await findValid(tx, row.user_id, now))) return undefined
  const granted = grantedFor(paid.offer, await readCredit(tx, row.user_id))
  const price = priceOf(paid.offer, row.billing_cycle, granted)
  const grant = { subscription: row, paymentId: paid.paymentId, granted, ...price, starts: now }
  const ends = await grantPeriod(tx, grant, now)
  return changeSubscription(tx, row.id, { status: 'active', start_at: now, end_at: ends, ...paidPart(row, paid) }, now)
}

/** One more period for credit that covers all of it: nothing is charged. */
export async function renewFromCredit(tx: Tx, active: SubscriptionRow, offer: Offer, now: Date) {
  return renewSubscription(tx, active, { offer, paymentId: null, amountPaise: 0n }, now)
}

type Switch = {
  readonly choice: PlanChoice
  readonly cycle: string
  readonly offer: Offer
  readonly paid: Paid | undefined
}

/** Changes the plan from now on: the old plan's unused value becomes credit, and the credit time of the new plan. */
export async function switchPlan(tx: Tx, active: SubscriptionRow, change: Switch, now: Date): Promise<SubscriptionRow> {
  const free = await listFreeTime(tx, active.id, now)
  await closePeriods(tx, active, 'credit', now)
  const credit = await readCredit(tx, active.user_id)
  const exact = change.paid ? grantedFor(change.offer, credit) : valueAsTime(change.offer, credit)
  // In a plan's last seconds less than a millisecond may remain to carry over, but a period needs a length.
  const granted = { ...exact, lengthMs: Math.max(exact.lengthMs, 1) }
  const paymentId = change.paid?.paymentId ?? null
  const price = priceOf(change.offer, change.cycle, granted)
  const paidUntil = await grantPeriod(tx, { subscription: active, paymentId, granted, ...price, starts: now }, now)
  const { monthlyPaise } = price
  const ends = await carryFreeTime(tx, free, { subscription: active, starts: paidUntil, monthlyPaise }, now)
  const plan = { plan_id: change.choice.planId, bot_plan_id: change.choice.botPlanId, billing_cycle: change.cycle }
  const paid = change.paid ? paidPart(active, change.paid) : {}
  return changeSubscription(tx, active.id, { ...plan, start_at: now, end_at: ends, ...paid }, now)
}

/** A trial goes on to its end with the cheaper plan: nothing was paid that could become time. */
export async function switchTrial(tx: Tx, active: SubscriptionRow, offer: PlanOffer, now: Date) {
  const ends = active.end_at ?? now
  await closePeriods(tx, active, 'credit', now)
  const granted = { lengthMs: ends.getTime() - now.getTime(), valuePaise: 0n, creditPaise: 0n }
  await grantPeriod(
    tx,
    { subscription: active, paymentId: null, granted, monthlyPaise: offer.monthlyPaise, starts: now },
    now,
  )
  const plan = { plan_id: offer.planId, bot_plan_id: offer.botPlanId, billing_cycle: offer.cycle }
  return changeSubscription(tx, active.id, plan, now)
}

/** The price is the monthly one times the months of the cycle; a coupon's part is that of the time it helped to buy. */
function priceOf({ chargePaise, couponPaise = 0n }: Offer, cycle: string, { valuePaise }: GrantedTime) {
  return {
    monthlyPaise: (chargePaise + couponPaise) / MONTHS[cycle as BillingCycle],
    couponPaise: couponShare(couponPaise, valuePaise, chargePaise),
  }
}

/**
 * Exactly the charge buys a full period. A shortfall (time passed between order and payment) or a surplus becomes less
 * or more time at the same price.
 */
function grantedFor(offer: Offer, creditPaise: bigint): GrantedTime {
  const surplus = creditPaise - offer.chargePaise
  // The provider's minimum of one rupee can exceed the amount due: the difference stays as credit.
  return surplus >= 0n && surplus < 100n ? fullPeriod(offer, creditPaise) : valueAsTime(offer, creditPaise)
}

/** A payment that buys no time: it is credit for the next one, and counts among what was paid. */
export async function addAmountPaid(tx: Tx, row: SubscriptionRow, amountPaise: bigint, now: Date) {
  const amount_paid_paise = String(BigInt(row.amount_paid_paise) + amountPaise)
  return changeSubscription(tx, row.id, { amount_paid_paise }, now)
}

function paidPart(row: SubscriptionRow, { amountPaise }: Paid) {
  return { amount_paid_paise: String(BigInt(row.amount_paid_paise) + amountPaise), payment_status: 'success' }
}
