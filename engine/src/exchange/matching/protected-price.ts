import type { Paise } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import type { OrderSide } from '@trading-bot/core/order'
import type { OrderBook } from '../state/order-book.ts'
import { priceBand } from '../state/price-band.ts'

// Market price protection of cash stocks: 0.5 % of the last price (Angel One, December 2024).
const PROTECTION = 0.005

/** The limit price of a converted market order, never outside the day's limits. */
export function protectedPrice(book: OrderBook, side: OrderSide, fromPaise = book.quote.lastPaise): Paise {
  const { tickPaise } = book.quote.instrument
  const { lowerPaise, upperPaise } = priceBand(book)
  return side === 'BUY'
    ? Math.min(upperPaise, tickAtOrBelow(fromPaise * (1 + PROTECTION), tickPaise))
    : Math.max(lowerPaise, tickAtOrAbove(fromPaise * (1 - PROTECTION), tickPaise))
}
