import type { Paise } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import type { OrderBook } from './order-book.ts'

// Stocks with derivatives have a dynamic band that starts at 10 % of the previous close and widens as the price comes
// near; other stocks have a fixed band, here the widest one.
const DYNAMIC_SHARE = 0.1
const FIXED_SHARE = 0.2
const ROOM_SHARE = 0.05

type PriceBand = { readonly lowerPaise: Paise; readonly upperPaise: Paise }

/** The prices that the exchange takes orders at. */
export function priceBand({ quote, circuit }: OrderBook): PriceBand {
  const { tickPaise, hasDerivatives } = quote.instrument
  const close = quote.previousClosePaise
  const share = hasDerivatives ? DYNAMIC_SHARE : FIXED_SHARE
  const lowest = Math.min(close * (1 - share), quote.lowPaise * (1 - ROOM_SHARE))
  const highest = Math.max(close * (1 + share), quote.highPaise * (1 + ROOM_SHARE))
  return {
    lowerPaise: circuit?.limit === 'LOWER' ? circuit.pricePaise : tickAtOrAbove(lowest, tickPaise),
    upperPaise: circuit?.limit === 'UPPER' ? circuit.pricePaise : tickAtOrBelow(highest, tickPaise),
  }
}
