// What refusals of earlier orders leave a position's exit side to do.

import type { Quantity } from '../../../units.ts'
import { isAboutFreeze, isAboutPrice, isAboutRisk } from '../orders/refused-changes.ts'
import { type ChangeRefusals, isLost, type LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'

// With the pauses between them about three quarters of a minute.
const RISK_TIMES = 6

/** An order that closes the position now, and not a stop or a booking of somebody else's trade. */
export function isExit({ purpose }: LiveOrder): boolean {
  return purpose !== 'ENTRY' && purpose !== 'PROTECT' && purpose !== 'OUTSIDE'
}

/**
 * Not where the price is refused or the broker is busy, and not again after an exit in its place was refused. A refusal of
 * the risk system mostly passes, and would take an exit in the stop's place as well: it is waited for while the stop rests.
 */
export function mayBeReplaced({ orders }: LivePosition, { code }: LiveOrder, refusals: ChangeRefusals | null): boolean {
  if (refusals === null || code === 'BUSY' || isAboutPrice(refusals)) return false
  if (isAboutRisk(refusals) && refusals.times < RISK_TIMES) return false
  return !orders.some((order) => isExit(order) && isRefused(order))
}

/** The newest order of the exit side is an exit that was refused for good, or that was never placed. */
export function isExitRefused({ orders }: LivePosition): boolean {
  const last = orders.findLast(({ purpose }) => purpose !== 'ENTRY' && purpose !== 'OUTSIDE')
  return last !== undefined && isExit(last) && (isLost(last) || isRefused(last))
}

/** Half of what was refused for its quantity; Infinity where nothing was. */
export function sliceLimit({ orders }: LivePosition): Quantity {
  const exits = orders.filter(({ purpose }) => purpose !== 'ENTRY')
  const changes = exits.flatMap(({ refusals }) => (refusals && isAboutFreeze(refusals.reason) ? [refusals] : []))
  const frozen = [...exits.filter(isFrozen), ...changes]
  return Math.min(...frozen.map(({ quantity }) => Math.max(1, Math.floor(quantity / 2))), Infinity)
}

/** For good: a busy broker may take the same order a moment later, and a frozen quantity is taken in slices. */
function isRefused(order: LiveOrder): boolean {
  return order.state === 'REJECTED' && order.code !== 'BUSY' && !isFrozen(order)
}

/** The exchange takes fewer shares in one order: what is tried next is another order, for which nothing is waited. */
export function isFrozen({ state, detail }: LiveOrder): boolean {
  return state === 'REJECTED' && isAboutFreeze(detail)
}
