import { tickAtOrAbove, tickAtOrBelow } from '../instrument.ts'
import type { OrderSide } from '../order.ts'
import type { Paise } from '../units.ts'

export type Limit = {
  readonly side: OrderSide
  readonly limitPaise: Paise
  readonly tickPaise: Paise
  /** At the touch others stand in front of us, as for targets. */
  readonly mustTradeThrough?: boolean | undefined
}

export type LimitFill = {
  readonly pricePaise: Paise
  /** The price came to the limit within the minute; what the minute traded at before was not ours. */
  readonly isInside: boolean
}

/** The fill of a limit order within a minute, never worse than its limit; null if the minute does not reach it. */
export function limitFill(
  { side, limitPaise, tickPaise, mustTradeThrough }: Limit,
  minute: { readonly openPaise: Paise; readonly highPaise: Paise; readonly lowPaise: Paise },
  /** What a market order would pay at the open. */
  marketPaise: Paise,
): LimitFill | null {
  const least = mustTradeThrough === true ? 1 : 0
  if (side === 'BUY') {
    const levelPaise = tickAtOrBelow(limitPaise, tickPaise)
    // A limit below one tick buys nothing.
    if (levelPaise > limitPaise || minute.lowPaise > levelPaise - least) return null
    const isInside = minute.openPaise > levelPaise - least
    return { pricePaise: isInside ? levelPaise : Math.min(marketPaise, levelPaise), isInside }
  }
  const levelPaise = tickAtOrAbove(limitPaise, tickPaise)
  if (minute.highPaise < levelPaise + least) return null
  const isInside = minute.openPaise < levelPaise + least
  return { pricePaise: isInside ? levelPaise : Math.max(marketPaise, levelPaise), isInside }
}
