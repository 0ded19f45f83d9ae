import { roundTripCost } from '../charges/round-trip-cost.ts'
import { EXPECTED_FILLS } from '../fills/fill-model.ts'
import type { Paise } from '../units.ts'

/** Charges of a round trip and the slippage that is expected of both its orders, as a share of its value. */
export function expectedCostBps(atMs: number, valuePaise: Paise): number {
  return roundTripCost(atMs, valuePaise).bps + 2 * EXPECTED_FILLS.slippageBps
}

// Nearer than this many times its cost, a quarter of every move goes to others.
const LEAST_TIMES = 4

/** The nearest stop or target that the cost of a round trip does not eat, in basis points. */
export function leastMoveBps(atMs: number, valuePaise: Paise): number {
  return LEAST_TIMES * expectedCostBps(atMs, valuePaise)
}
