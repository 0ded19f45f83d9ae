// A tradable instrument: Angel One's symbol and exchange token, with tick and lot size.
import type { Paise } from './units.ts'

export type Instrument = {
  readonly symbol: string
  readonly token: string
  readonly tickPaise: Paise
  readonly lotSize: number
}

// Both functions accept fractional paise (a percentage of another price). Non-integer quotients of integers below 2^53
// are much further from an integer than one rounding error, so ceil and floor never cross a tick.

export function tickAtOrAbove(price: number, tickPaise: Paise): number {
  return Math.ceil(price / tickPaise) * tickPaise
}

/** Never below one tick, because zero is not a valid price. */
export function tickAtOrBelow(price: number, tickPaise: Paise): number {
  return Math.max(Math.floor(price / tickPaise) * tickPaise, tickPaise)
}
