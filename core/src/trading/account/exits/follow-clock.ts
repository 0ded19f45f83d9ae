// What depends on the clock alone: square-off, and what waits too long.

import { LIMIT_RENEWED_WITHIN_MS } from '../../../broker.ts'
import { SECOND_MS } from '../../../time.ts'
import { cancelOrder } from '../orders/change-order.ts'
import { sendQueued } from '../orders/order-queue.ts'
import { isEnded, limitUntilMs, type LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'
import { instrumentOf, type ManagedAccount } from '../state/managed-account.ts'
import { namedPrices } from '../state/named-prices.ts'
import { decideExit, followExit } from './follow-exit.ts'

// A market order fills within moments at a broker; a paper order waits for the next trade.
const PATIENCE_MS = { LIVE: 20 * SECOND_MS, PAPER: 120 * SECOND_MS }

export function followClock(account: ManagedAccount): void {
  const { instance, positions, queue } = account
  squareOff(account)
  if (queue.length > 0) sendQueued(account)
  for (const position of positions.values()) cancelSlowOrders(account, position)
  // The price of an exit that does not fill is moved.
  if (instance.mode !== 'LIVE') return
  for (const position of Array.from(positions.values())) if (position.closedAtMs === null) followExit(account, position)
}

/** Trading hours were edited: open positions are squared off by the current hours of their session. */
export function redatePositions(account: ManagedAccount): void {
  const { sessionNumberAt, sessionOf } = account.core.rules
  for (const position of account.positions.values()) {
    const instrument = instrumentOf(account, position.token)
    if (position.closedAtMs !== null || !instrument) continue
    const session = sessionOf(sessionNumberAt(position.squareOffAtMs), instrument)
    // A day that became a holiday has no session; the planned time stays, so that the exit is still tried.
    if (session !== null) position.squareOffAtMs = session.squareOffAtMs
  }
}

function squareOff(account: ManagedAccount): void {
  for (const position of Array.from(account.positions.values())) {
    const { squareOffAtMs, closedAtMs } = position
    if (closedAtMs === null && account.context.nowMs >= squareOffAtMs)
      decideExit(account, position, { reason: 'SQUARE_OFF', decidedAtMs: squareOffAtMs })
  }
}

/** Cancels what waits too long. A live exit is never given up: its price is moved instead. */
function cancelSlowOrders(account: ManagedAccount, { orders }: LivePosition): void {
  const { mode } = account.instance
  for (const order of orders) {
    if (isEnded(order) || order.sentAtMs === null) continue
    if (account.context.nowMs < (limitEndMs(order) ?? order.sentAtMs + PATIENCE_MS[mode] + 1)) continue
    if (order.purpose === 'ENTRY' || mode === 'PAPER') cancelOrder(account, order)
  }
}

/** When an entry with a limit is over at the broker, unless it is renewed; null for every other order. */
function limitEndMs(order: LiveOrder): number | null {
  if (order.purpose !== 'ENTRY' || namedPrices(order)?.limitPaise === undefined) return null
  return limitUntilMs(order) + LIMIT_RENEWED_WITHIN_MS
}
