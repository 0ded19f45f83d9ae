import type { PositionPart } from '../risk/position-part.ts'
import type { Paise, Quantity } from '../units.ts'

/** Prices that a strategy names with an entry; what it leaves out is the account's. */
export type EntryPrices = {
  /** The entry fills at this price or better, in the minute after the decision or not at all. */
  readonly limitPaise?: Paise
  /** Besides the account's own stop and target: whichever is reached first closes the position. */
  readonly stopPaise?: Paise
  readonly targetPaise?: Paise
}

export type OrderTerms = EntryPrices & {
  /** An entry takes no more. */
  readonly quantity?: Quantity
  /** An exit leaves the rest of the position where it is. */
  readonly part?: PositionPart
}

/** Null where a quantity alone is named. */
export function pricesOf({ limitPaise, stopPaise, targetPaise }: OrderTerms): EntryPrices | null {
  if (limitPaise === undefined && stopPaise === undefined && targetPaise === undefined) return null
  return {
    ...(limitPaise !== undefined && { limitPaise }),
    ...(stopPaise !== undefined && { stopPaise }),
    ...(targetPaise !== undefined && { targetPaise }),
  }
}

/** The prices of a pending entry, and how long its limit holds. */
export type PendingPrices = EntryPrices & { readonly limitUntilMs: number }

/** The terms of a part of the bars, counted from its first one. */
export function sliceTerms(
  terms: ReadonlyMap<number, OrderTerms>,
  from: number,
  until: number,
): ReadonlyMap<number, OrderTerms> {
  const inside = [...terms].filter(([bar]) => bar >= from && bar < until)
  return new Map(inside.map(([bar, named]) => [bar - from, named]))
}
