// The arithmetic of a plan change, in whole paise and whole milliseconds. Value before = value after, to the paisa.

export type PaidPeriod = { readonly valuePaise: bigint; readonly startsMs: number; readonly endsMs: number }

/** Paid value x remaining ms / length ms, rounded down; a period that has not begun is entirely unused. */
export function unusedValue({ valuePaise, startsMs, endsMs }: PaidPeriod, nowMs: number): bigint {
  const lengthMs = BigInt(endsMs - startsMs)
  const remainingMs = BigInt(Math.min(Math.max(endsMs - nowMs, 0), endsMs - startsMs))
  return (valuePaise * remainingMs) / lengthMs
}

/** What a period costs its holder; what a coupon took off its price stands beside it. */
export type Offer = { readonly chargePaise: bigint; readonly periodMs: number; readonly couponPaise?: bigint }

/** The amount still due for an offer after the existing value; providers accept no less than one rupee. */
export function amountDue({ chargePaise }: Offer, valuePaise: bigint): bigint {
  const due = chargePaise - valuePaise
  if (due <= 0n) return 0n
  return due < MINIMUM_PAISE ? MINIMUM_PAISE : due
}

const MINIMUM_PAISE = 100n

export type GrantedTime = { readonly lengthMs: number; readonly valuePaise: bigint; readonly creditPaise: bigint }

/** A full period for the charge; the value above the charge stays as credit. */
export function fullPeriod({ chargePaise, periodMs }: Offer, valuePaise: bigint): GrantedTime {
  return { lengthMs: periodMs, valuePaise: chargePaise, creditPaise: valuePaise - chargePaise }
}

/**
 * All the value as time of the offer, at its price: a surplus lengthens the period, a smaller value shortens it. What
 * is worth less than a millisecond stays as credit.
 */
export function valueAsTime({ chargePaise, periodMs }: Offer, valuePaise: bigint): GrantedTime {
  const lengthMs = (BigInt(periodMs) * valuePaise) / chargePaise
  if (lengthMs === 0n) return { lengthMs: 0, valuePaise: 0n, creditPaise: valuePaise }
  const spent = ceilDivide(chargePaise * lengthMs, BigInt(periodMs))
  return { lengthMs: Number(lengthMs), valuePaise: spent, creditPaise: valuePaise - spent }
}

/** A coupon's part of a value, rounded down: it shrinks with what it was given for. */
export function couponShare(couponPaise: bigint, partPaise: bigint, wholePaise: bigint): bigint {
  return wholePaise === 0n ? 0n : (couponPaise * partPaise) / wholePaise
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

type Placed = { readonly startsMs: number; readonly endsMs: number }

/**
 * Periods in order, each with its own length: the first begins now at the latest, every other where the one before it
 * ends. A period that has begun stays, since part of it is used.
 */
export function withoutGaps<P extends Placed>(periods: readonly P[], nowMs: number): P[] {
  let freeMs = nowMs
  return periods.map((period) => {
    const startsMs = Math.min(period.startsMs, freeMs)
    const endsMs = startsMs + (period.endsMs - period.startsMs)
    freeMs = Math.max(freeMs, endsMs)
    return { ...period, startsMs, endsMs }
  })
}
