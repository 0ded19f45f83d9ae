import type { SimulatedTick } from '@trading-bot/core/simulated-market/simulate-ticks'
import type { OrderSide } from '@trading-bot/core/order'
import type { Paise } from '@trading-bot/core/units'

/** At the upper limit there are buyers only, at the lower one sellers only, and every trade is made at the limit. */
export type Circuit = { readonly limit: 'UPPER' | 'LOWER'; readonly pricePaise: Paise }

type MaybeAtCircuit = { readonly circuit: Circuit | null }

/** A trade of the tape as the circuit lets it happen. */
export function tickAtCircuit({ circuit }: MaybeAtCircuit, tick: SimulatedTick): SimulatedTick {
  return circuit ? { ...tick, pricePaise: circuit.pricePaise } : tick
}

/** Whether orders of a side find nobody to trade with. */
export function isLocked({ circuit }: MaybeAtCircuit, side: OrderSide): boolean {
  return circuit !== null && (circuit.limit === 'UPPER') === (side === 'BUY')
}
