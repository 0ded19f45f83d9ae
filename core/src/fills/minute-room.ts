import type { Bars } from '../bars.ts'
import type { OrderSide } from '../order.ts'
import type { Paise, Quantity } from '../units.ts'
import type { FillModel } from './fill-model.ts'

/** Shares in whole lots that orders may take from a minute; Infinity without a limit. */
export function volumeRoom({ maxVolumePercent }: FillModel, volume: number, lotSize: number): Quantity {
  if (maxVolumePercent === undefined) return Infinity
  const shares = Math.floor((volume * maxVolumePercent) / 100)
  return shares - (shares % lotSize)
}

/** Slippage by the minute's volatility, beside the fixed basis points. */
export function rangeSlippagePaise({ rangeSlippagePercent = 0 }: FillModel, highPaise: Paise, lowPaise: Paise): number {
  return ((highPaise - lowPaise) * rangeSlippagePercent) / 100
}

// The narrowest price band of stocks that may be traded intraday is 5 %; ticks make the limit a little nearer.
const CIRCUIT_BPS = 475

/** A minute with one price at a band: buyers find no seller at the upper one, sellers no buyer at the lower one. */
export function isLockedFor(side: OrderSide, bars: Bars, i: number, previousClosePaise: Paise): boolean {
  const pricePaise = bars.highPaise[i]!
  if (pricePaise !== bars.lowPaise[i]! || previousClosePaise === 0) return false
  return side === 'BUY'
    ? pricePaise * 10_000 >= previousClosePaise * (10_000 + CIRCUIT_BPS)
    : pricePaise * 10_000 <= previousClosePaise * (10_000 - CIRCUIT_BPS)
}
