// Shares without an order at the exchange that closes them are an alarm. The seconds are counted; at two of them the
// books are read and the next step is tried, at ten the owner and the operator are told.

import { SECOND_MS } from '../../../time.ts'
import { filledQuantity, type LiveOrder } from '../state/live-order.ts'
import { heldQuantity, isOver, type LivePosition, reportedShares, unbookedExits } from '../state/live-position.ts'
import { type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { clearTimer, count, notifyOwner, setTimer } from '../state/want.ts'
import { stopRefusal } from './resting-stop.ts'

const TRY_AGAIN_AFTER_MS = 2 * SECOND_MS
const TELL_AFTER_MS = 10 * SECOND_MS

/** Starts or ends the alarm of a position; asked after everything that may matter. */
export function watchBare(account: ManagedAccount, position: LivePosition): void {
  const { id, bareSinceMs } = position
  const { nowMs } = account.context
  const isBare = isBareNow(account, position)
  if (isBare === (bareSinceMs !== null)) return
  if (bareSinceMs === null) {
    position.bareSinceMs = nowMs
    setTimer(account, TRY_AGAIN_AFTER_MS, { what: 'TRY_BARE', positionId: id }, `TRY ${id}`)
    setTimer(account, TELL_AFTER_MS, { what: 'TELL_BARE', positionId: id }, `TELL ${id}`)
    return
  }
  position.bareSinceMs = null
  clearTimer(account, `TRY ${id}`)
  clearTimer(account, `TELL ${id}`)
  count(account, { kind: 'bare_ended', bareMs: nowMs - bareSinceMs })
}

/** After ten seconds without a stop. */
export function tellOfBare(account: ManagedAccount, position: LivePosition): void {
  const symbol = symbolOf(account, position.token)
  const sentence = `${sharesSoFar(position)} shares of ${symbol} have been without a stop at the exchange for ten seconds. The bot goes on trying; please look at the broker.`
  notifyOwner(account, 'UNMANAGED', sentence)
}

/** Only where there is a stop that should rest, or an exit that is due; an owner may choose to go on without one. */
export function isBareNow({ instance }: ManagedAccount, position: LivePosition): boolean {
  if (instance.mode !== 'LIVE' || position.closedAtMs !== null) return false
  if (instance.positionsToRelease.includes(position.id)) return false
  if (position.stopPaise === null && position.exitReason === null) return false
  if (position.exitReason === null && instance.onRefusedStop === 'WARN' && stopRefusal(position) !== null) return false
  return sharesSoFar(position) > 0 && !position.orders.some(isAtTheExchange)
}

function sharesSoFar(position: LivePosition): number {
  return Math.abs(heldQuantity(position)) + reportedShares(position) - unbookedExits(position)
}

function isAtTheExchange(order: LiveOrder): boolean {
  if (order.purpose === 'ENTRY' || isOver(order) || order.brokerOrderId === null) return false
  return order.quantity > filledQuantity(order)
}
