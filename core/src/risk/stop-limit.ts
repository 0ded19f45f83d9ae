import type { Paise } from '../units.ts'
import { tickAtOrAbove, tickAtOrBelow } from '../instrument.ts'
import type { OrderSide } from '../order.ts'

// NSE allows a stop order's limit 3 % beyond its trigger, and ₹1.50 for prices up to ₹50. We stay inside both.
const DISTANCE_SHARE = 0.025
const SMALLEST_DISTANCE_PAISE = 125

/** Limit price of a stop order once it is triggered: beyond the trigger, on a tick, inside the allowed distance. */
export function stopLimitPaise(side: OrderSide, triggerPaise: Paise, tickPaise: Paise): number {
  const distancePaise = Math.max(triggerPaise * DISTANCE_SHARE, SMALLEST_DISTANCE_PAISE)
  return side === 'BUY'
    ? tickAtOrBelow(triggerPaise + distancePaise, tickPaise)
    : Math.max(tickAtOrAbove(triggerPaise - distancePaise, tickPaise), tickPaise)
}
