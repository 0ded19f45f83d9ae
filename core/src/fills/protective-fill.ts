import type { OrderSide } from '../order.ts'
import { slipPrice } from './slip-price.ts'

export type Protection = {
  /** Side of the exit: SELL protects a long. */
  readonly side: OrderSide
  /** Level of the stop; never reached: 0 for a long, Infinity for a short. */
  readonly stopPaise: number
  /** Level of the target; never reached: Infinity for a long, 0 for a short. */
  readonly targetPaise: number
  readonly tickPaise: number
  readonly slippageBps: number
}

export type ProtectiveFill = { readonly reason: 'STOP_LOSS' | 'TARGET'; readonly pricePaise: number }

/** What a bar does to a protected position, if anything. */
export function protectiveFill(
  protection: Protection,
  openPaise: number,
  highPaise: number,
  lowPaise: number,
): ProtectiveFill | null {
  const { side, stopPaise, targetPaise } = protection
  // The open is the first price there was: a gap through a level fills there, nobody traded at the level itself.
  // Stop and target inside one bar: we assume the stop came first, the worse of the two.
  if (side === 'SELL') {
    if (openPaise >= targetPaise) return atTarget(protection, openPaise)
    if (lowPaise <= stopPaise) return atStop(protection, Math.min(openPaise, stopPaise))
    return highPaise >= targetPaise ? atTarget(protection, targetPaise) : null
  }
  if (openPaise <= targetPaise) return atTarget(protection, openPaise)
  if (highPaise >= stopPaise) return atStop(protection, Math.max(openPaise, stopPaise))
  return lowPaise <= targetPaise ? atTarget(protection, targetPaise) : null
}

function atStop({ side, slippageBps, tickPaise }: Protection, pricePaise: number): ProtectiveFill {
  return { reason: 'STOP_LOSS', pricePaise: slipPrice(side, pricePaise, slippageBps, tickPaise) }
}

// A target is a limit order: it gets its price or better and does not slip.
function atTarget({ side, tickPaise }: Protection, pricePaise: number): ProtectiveFill {
  return { reason: 'TARGET', pricePaise: slipPrice(side, pricePaise, 0, tickPaise) }
}
