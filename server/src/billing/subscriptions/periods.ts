// Billing periods: granted from the user's credit, and closed with their unused value.
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import { postEntry } from '../ledger/index.ts'
import { noteConversion } from './trials/trial-store.ts'
import { couponShare, type GrantedTime, unusedValue, withoutGaps } from './plan-value.ts'
import {
  changeSubscription,
  closePeriod,
  insertPeriod,
  listOpenPeriods,
  movePeriods,
  type PeriodRow,
  type SubscriptionRow,
} from './subscription-store.ts'

type Grant = {
  subscription: SubscriptionRow
  paymentId: string | null
  granted: GrantedTime
  /** What the plan costs a month in this period, as its holder keeps it; null where an older release did not say. */
  monthlyPaise: bigint | null
  /** What a coupon gave towards it. */
  couponPaise?: bigint
  /** Set where an operator gave it. */
  goodwillId?: string
  starts: Date
}

/** Turns credit into a period: the value moves from the user's credit to the running period. */
export async function grantPeriod(
  tx: Tx,
  { subscription, paymentId, granted, monthlyPaise, couponPaise = 0n, goodwillId, starts }: Grant,
  now: Date,
): Promise<Date> {
  const ends = new Date(starts.getTime() + granted.lengthMs)
  const { id: subscriptionId, user_id: userId } = subscription
  const { valuePaise } = granted
  await insertPeriod(tx, {
    id: newId(now),
    subscriptionId,
    paymentId,
    valuePaise,
    couponPaise,
    goodwillId,
    monthlyPaise,
    starts,
    ends,
  })
  const lines = { credit: valuePaise, coupon: couponPaise, deferred: -valuePaise - couponPaise }
  await postEntry(tx, { kind: 'period-granted', userId, paymentId, subscriptionId, lines }, now)
  if (valuePaise > 0n) await noteConversion(tx, subscriptionId, now)
  return ends
}

/** Closes every open period, or those that were paid for: the used part becomes revenue, the unused part goes to the given account. */
export async function closePeriods(
  tx: Tx,
  subscription: SubscriptionRow,
  unusedGoesTo: 'credit' | 'refundable',
  now: Date,
  { isPaidOnly = false } = {},
): Promise<bigint> {
  let total = 0n
  for (const period of await listOpenPeriods(tx, subscription.id)) {
    if (isPaidOnly && BigInt(period.value_paise) === 0n) continue
    const unused = unusedOf(period, now)
    await closePeriod(tx, period.id, unused, now)
    await postEntry(
      tx,
      {
        kind: 'period-closed',
        userId: subscription.user_id,
        paymentId: period.payment_id,
        subscriptionId: subscription.id,
        lines: closingLines(period, unused, unusedGoesTo),
      },
      now,
    )
    total += unused
  }
  return total
}

/** What was used becomes revenue, the coupon's part of it included; a coupon's unused part comes to nobody. */
export function closingLines(period: PeriodRow, unused: bigint, unusedGoesTo: 'credit' | 'refundable') {
  const [value, coupon] = [BigInt(period.value_paise), BigInt(period.coupon_paise)]
  const unusedCoupon = couponShare(coupon, unused, value)
  return {
    deferred: value + coupon,
    revenue: unused - value + unusedCoupon - coupon,
    coupon: -unusedCoupon,
    [unusedGoesTo]: -unused,
  }
}

type Valued = Pick<PeriodRow, 'value_paise' | 'starts_at' | 'ends_at'>

export function unusedOf(period: Valued, now: Date): bigint {
  const [startsMs, endsMs] = [period.starts_at.getTime(), period.ends_at.getTime()]
  return unusedValue({ valuePaise: BigInt(period.value_paise), startsMs, endsMs }, now.getTime())
}

/** Whether a period that has not begun is paid for; free days ahead keep nobody from paying for the next one. */
export function hasPeriodAhead(periods: readonly PeriodRow[], now: Date): boolean {
  return periods.some(({ starts_at, goodwill_id }) => starts_at > now && goodwill_id === null)
}

/** Billing periods have no gaps: a period after a gap moves up to close it. */
export async function closeGaps(tx: Tx, subscriptionId: string, now: Date) {
  const open = (await listOpenPeriods(tx, subscriptionId)).map(({ id, starts_at, ends_at }) => ({
    id,
    startsMs: starts_at.getTime(),
    endsMs: ends_at.getTime(),
  }))
  const moved = withoutGaps(open, now.getTime())
  await movePeriods(tx, moved)
  return moved
}

/** Expires a subscription that is active past its end; true if it was. */
export async function expireIfOver(tx: Tx, subscription: SubscriptionRow | undefined, now: Date): Promise<boolean> {
  if (subscription?.status !== 'active' || !subscription.end_at || subscription.end_at > now) return false
  await closePeriods(tx, subscription, 'credit', now)
  await changeSubscription(tx, subscription.id, { status: 'expired' }, now)
  return true
}
