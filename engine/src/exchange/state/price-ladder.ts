import type { ExchangeOrder } from './exchange-order.ts'

export type PriceLadder = {
  readonly add: (order: ExchangeOrder) => void
  /** Must be called before the order's price or arrival changes. */
  readonly remove: (order: ExchangeOrder) => void
  readonly first: () => ExchangeOrder | undefined
}

/** Orders by rank (lowest first), then by arrival, so that a tick looks at the front only. */
export function priceLadder(rankOf: (order: ExchangeOrder) => number): PriceLadder {
  // Stored in reverse, so that removing the first is cheap.
  const rungs: ExchangeOrder[] = []

  const placeOf = (order: ExchangeOrder): number => {
    const rank = rankOf(order)
    let low = 0
    let high = rungs.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = rungs[middle] as ExchangeOrder
      const otherRank = rankOf(other)
      if (otherRank > rank || (otherRank === rank && other.arrival > order.arrival)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add: (order) => void rungs.splice(placeOf(order), 0, order),
    remove(order) {
      const place = placeOf(order)
      if (rungs[place] === order) rungs.splice(place, 1)
    },
    first: () => rungs.at(-1),
  }
}
