// A coupon on its way from the code that is typed to the payment that used it.
import { type Refusal, refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Db, Queryable, Tx } from '../../platform/db/client.ts'
import { forgiveThrottle, hitThrottle } from '../../platform/security/throttle.ts'
import {
  type CouponRow,
  countTaken,
  findCouponByCode,
  findRedemption,
  lockCoupon,
  releaseOthers,
  saveRedeemed,
  saveReservation,
} from './coupon-store.ts'

/** For as long as an order with a coupon holds it; a payment that comes later takes it if it is still there. */
const RESERVED_MS = 60 * MINUTE_MS
const GUESSES = { limit: 20, windowMs: 60 * MINUTE_MS }
/** Providers accept no less than one rupee. */
const LEAST_PAISE = 100n

export type Discount = { readonly couponId: string; readonly code: string; readonly discountPaise: bigint }

type Purchase = {
  readonly userId: string
  readonly planId: string | null
  readonly botPlanId: string | null
  readonly chargePaise: bigint
  /** Without the coupon, after credit. */
  readonly duePaise: bigint
}

/**
 * What the coupon takes off: of the price, and at most so much that one rupee remains to be paid. Of use to whoever has
 * not used it yet and as long as there are any.
 */
export async function priceCoupon(
  db: Queryable,
  code: string,
  purchase: Purchase,
  now: Date,
): Promise<Discount | Refusal> {
  const coupon = await findCouponByCode(db, code)
  if (!coupon || !isOpen(coupon, now)) return refuse('COUPON_UNKNOWN')
  const planId = purchase.planId ?? purchase.botPlanId ?? ''
  if (coupon.plan_ids.length > 0 && !coupon.plan_ids.includes(planId)) return refuse('COUPON_OTHER_PLAN')
  const refusal = await whySpent(db, coupon, { userId: purchase.userId, exceptPaymentId: null, now })
  if (refusal) return refusal
  const off = discountOf(coupon, purchase.chargePaise)
  const most = purchase.duePaise - LEAST_PAISE
  if (most <= 0n) return refuse('COUPON_NOT_NEEDED')
  return { couponId: coupon.id, code: coupon.code, discountPaise: off < most ? off : most }
}

function isOpen({ is_active, starts_at, ends_at }: CouponRow, now: Date): boolean {
  return is_active && starts_at <= now && (ends_at === null || ends_at > now)
}

/** Whole paise, rounded down. */
export function discountOf(coupon: Pick<CouponRow, 'percent' | 'amount_paise'>, chargePaise: bigint): bigint {
  return coupon.percent === null ? BigInt(coupon.amount_paise ?? 0) : (chargePaise * BigInt(coupon.percent)) / 100n
}

type Asker = { readonly userId: string; readonly exceptPaymentId: string | null; readonly now: Date }

async function whySpent(db: Queryable, coupon: CouponRow, asker: Asker): Promise<Refusal | undefined> {
  const taken = await countTaken(db, coupon.id, await withoutOwnOrders(db, coupon, asker))
  if (coupon.once_per_user && taken.own > 0) return refuse('COUPON_USED')
  if (coupon.max_redemptions !== null && taken.all >= coupon.max_redemptions) return refuse('COUPON_SPENT')
  return undefined
}

/** What a user's own unpaid order holds is there for that user's next order, which replaces it. */
async function withoutOwnOrders(db: Queryable, coupon: CouponRow, asker: Asker): Promise<Asker> {
  if (asker.exceptPaymentId !== null) return asker
  const held = await db
    .selectFrom('coupon_redemptions')
    .select('payment_id')
    .where('coupon_id', '=', coupon.id)
    .where('user_id', '=', asker.userId)
    .where('state', '=', 'reserved')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...asker, exceptPaymentId: held?.payment_id ?? null }
}

/** Held for an order under the coupon's lock; the user's former orders give back theirs. */
export async function reserveCoupon(
  tx: Tx,
  discount: Discount,
  { userId, paymentId }: { readonly userId: string; readonly paymentId: string },
  now: Date,
): Promise<Refusal | undefined> {
  const coupon = await lockCoupon(tx, discount.couponId)
  if (!coupon) return refuse('COUPON_UNKNOWN')
  await releaseOthers(tx, userId, paymentId)
  const refusal = await whySpent(tx, coupon, { userId, exceptPaymentId: paymentId, now })
  if (refusal) return refusal
  const until = new Date(now.getTime() + RESERVED_MS)
  const { couponId, discountPaise } = discount
  await saveReservation(tx, { couponId, userId, paymentId, discountPaise, until }, now)
  return undefined
}

/** The order was paid. False if it held the coupon no longer and others have used it up meanwhile. */
export async function redeemCoupon(
  tx: Tx,
  { id: paymentId, coupon_id: couponId, user_id: userId }: { id: string; coupon_id: string | null; user_id: string },
  now: Date,
): Promise<boolean> {
  if (couponId === null) return true
  const coupon = await lockCoupon(tx, couponId)
  const held = await findRedemption(tx, paymentId)
  if (!coupon || !held) return false
  if (await whySpent(tx, coupon, { userId, exceptPaymentId: paymentId, now })) return false
  await saveRedeemed(tx, held.id, now)
  return true
}

/** Codes are short: nobody tries many. A right one is forgiven. */
export async function limitGuesses(db: Db, userId: string, now: Date): Promise<Refusal | undefined> {
  const wait = await hitThrottle(db, { key: `coupon:${userId}`, ...GUESSES }, now)
  return wait === undefined ? undefined : refuseUntil('COUPON_TRIES', wait)
}

export async function forgiveGuesses(db: Queryable, userId: string): Promise<void> {
  await forgiveThrottle(db, `coupon:${userId}`).execute()
}
