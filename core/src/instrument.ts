// What is traded: Angel One's symbol and exchange token, with the tick and lot that orders must respect.

export type Instrument = {
  readonly symbol: string
  readonly token: string
  readonly tickPaise: number
  readonly lotSize: number
}

// Both roundings take a price that may lie between paise (a percentage of another price). Quotients of whole
// numbers below 2^53 that are not whole lie far further from a whole number than one rounding error, so that
// ceil and floor never slip over a tick.

export function tickAtOrAbove(price: number, tickPaise: number): number {
  return Math.ceil(price / tickPaise) * tickPaise
}

/** Never below one tick: a price of zero is no price. */
export function tickAtOrBelow(price: number, tickPaise: number): number {
  return Math.max(Math.floor(price / tickPaise) * tickPaise, tickPaise)
}
