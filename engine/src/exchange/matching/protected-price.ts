import type { Paise } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import type { OrderSide } from '@trading-bot/core/order'

// Market price protection of cash stocks: 0.5 % of the last price (Angel One, December 2024).
const PROTECTION = 0.005

/** The limit price of a converted market order. */
export function protectedPrice(lastPaise: Paise, side: OrderSide, tickPaise: Paise): number {
  return side === 'BUY'
    ? tickAtOrBelow(lastPaise * (1 + PROTECTION), tickPaise)
    : tickAtOrAbove(lastPaise * (1 - PROTECTION), tickPaise)
}
