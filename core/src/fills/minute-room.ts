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

// The bands of stocks that may be traded intraday are 5, 10 and 20 %; ticks make a limit a little nearer. A larger step
// from the last session's close is a corporate action.
const NEAREST_BAND_BPS = 475
const WIDEST_BAND_BPS = 2_050

/** A minute with one price at a band: buyers find no seller at the upper one, sellers no buyer at the lower one. */
export function isLockedFor(side: OrderSide, bars: Bars, i: number, previousClosePaise: Paise): boolean {
  const pricePaise = bars.highPaise[i]!
  if (pricePaise !== bars.lowPaise[i]! || previousClosePaise === 0) return false
  const stepPaise = side === 'BUY' ? pricePaise - previousClosePaise : previousClosePaise - pricePaise
  const scaled = stepPaise * 10_000
  return scaled >= previousClosePaise * NEAREST_BAND_BPS && scaled <= previousClosePaise * WIDEST_BAND_BPS
}
