import type { Paise } from '../units.ts'
import { tickAtOrAbove, tickAtOrBelow } from '../instrument.ts'
import type { OrderSide } from '../order.ts'

const WHOLE_BPS = 10_000

/** A market price with slippage, in basis points and in paise, rounded to the next worse tick. */
export function slipPrice(
  side: OrderSide,
  pricePaise: Paise,
  slippageBps: number,
  tickPaise: Paise,
  slippagePaise = 0,
): number {
  return side === 'BUY'
    ? tickAtOrAbove((pricePaise * (WHOLE_BPS + slippageBps)) / WHOLE_BPS + slippagePaise, tickPaise)
    : tickAtOrBelow((pricePaise * (WHOLE_BPS - slippageBps)) / WHOLE_BPS - slippagePaise, tickPaise)
}
