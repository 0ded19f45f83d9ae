import type { Paise } from '../units.ts'
import { tickAtOrAbove, tickAtOrBelow } from '../instrument.ts'
import type { OrderSide } from '../order.ts'

const WHOLE_BPS = 10_000

/** A market price with slippage, rounded to the next worse tick. */
export function slipPrice(side: OrderSide, pricePaise: Paise, slippageBps: number, tickPaise: Paise): number {
  return side === 'BUY'
    ? tickAtOrAbove((pricePaise * (WHOLE_BPS + slippageBps)) / WHOLE_BPS, tickPaise)
    : tickAtOrBelow((pricePaise * (WHOLE_BPS - slippageBps)) / WHOLE_BPS, tickPaise)
}
