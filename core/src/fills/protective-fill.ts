import type { Paise } from '../units.ts'
import type { OrderSide } from '../order.ts'
import { slipPrice } from './slip-price.ts'

export type Protection = {
  /** Side of the exit: SELL protects a long. */
  readonly side: OrderSide
  /** Stop price, which a trailing stop moves; without a stop 0 for a long and Infinity for a short. */
  stopPaise: Paise
  /** Target price; without a target Infinity for a long and 0 for a short. */
  readonly targetPaise: Paise
  readonly tickPaise: Paise
  readonly slippageBps: number
  /** The target fills only when the price trades beyond it. */
  readonly mustTradeThrough?: boolean | undefined
}

export type ProtectiveFill = { readonly reason: 'STOP_LOSS' | 'TARGET'; readonly pricePaise: Paise }

/** The fill of a stop or target within a bar, if any; a stop slips by these paise as well. */
export function protectiveFill(
  protection: Protection,
  openPaise: Paise,
  highPaise: Paise,
  lowPaise: Paise,
  slippagePaise = 0,
): ProtectiveFill | null {
  const { side, stopPaise, targetPaise } = protection
  const least = protection.mustTradeThrough === true ? 1 : 0
  // The open is the bar's first price: a gap through a level fills there, because there was no trade at the level.
  // Stop and target inside one bar: we assume the stop came first, the worse of the two.
  if (side === 'SELL') {
    if (openPaise >= targetPaise + least) return atTarget(protection, openPaise)
    if (lowPaise <= stopPaise) return atStop(protection, Math.min(openPaise, stopPaise), slippagePaise)
    return highPaise >= targetPaise + least ? atTarget(protection, targetPaise) : null
  }
  if (openPaise <= targetPaise - least) return atTarget(protection, openPaise)
  if (highPaise >= stopPaise) return atStop(protection, Math.max(openPaise, stopPaise), slippagePaise)
  return lowPaise <= targetPaise - least ? atTarget(protection, targetPaise) : null
}

function atStop(
  { side, slippageBps, tickPaise }: Protection,
  pricePaise: Paise,
  slippagePaise: number,
): ProtectiveFill {
  return { reason: 'STOP_LOSS', pricePaise: slipPrice(side, pricePaise, slippageBps, tickPaise, slippagePaise) }
}

// A target is a limit order: it fills at its price or better, without slippage.
function atTarget({ side, tickPaise }: Protection, pricePaise: Paise): ProtectiveFill {
  return { reason: 'TARGET', pricePaise: slipPrice(side, pricePaise, 0, tickPaise) }
}
