import type { Paise, Token } from '@trading-bot/core/units'
import { stopLimitPaise } from '@trading-bot/core/risk/stop-limit'
import type { Clock } from '../../ports/clock.ts'
import type { OrderPrice, OrderRequest } from '../../ports.ts'
import type { PaperMarket } from '../paper/paper-market.ts'

/** The exchange's price range of one instrument for a while. */
export type PriceRange = {
  readonly token: Token
  readonly fromMs: number
  readonly untilMs: number
  readonly lowPaise: Paise
  readonly highPaise: Paise
}

export type PriceRanges = {
  readonly set: (range: PriceRange) => void
  readonly of: (token: Token) => PriceRange | null
}

/** The price ranges that hold now. */
export function priceRanges(clock: Clock): PriceRanges {
  const ranges = new Map<Token, PriceRange>()
  return {
    set: (range) => void ranges.set(range.token, range),
    of: (token) => {
      const range = ranges.get(token)
      const nowMs = clock.nowMs()
      return range && nowMs >= range.fromMs && nowMs < range.untilMs ? range : null
    },
  }
}

/** A market in which nobody trades an instrument while its price is outside its range. */
export function rangedMarket(market: PaperMarket, ranges: PriceRanges): PaperMarket {
  return {
    ...market,
    quoteOf: (token) => {
      const quote = market.quoteOf(token)
      const range = ranges.of(token)
      const isOutside = quote && range && (quote.lastPaise < range.lowPaise || quote.lastPaise > range.highPaise)
      return isOutside ? null : quote
    },
  }
}

/** Whether the exchange takes an order at this price; what has no price of its own trades inside the range. */
export function isInRange(range: PriceRange, { side, instrument }: OrderRequest, price: OrderPrice): boolean {
  const isInside = (paise: Paise) => paise >= range.lowPaise && paise <= range.highPaise
  if (price.kind === 'MARKET') return true
  if (price.kind === 'LIMIT') return isInside(price.limitPaise)
  const { triggerPaise } = price
  return isInside(triggerPaise) && isInside(stopLimitPaise(side, triggerPaise, instrument.tickPaise))
}
