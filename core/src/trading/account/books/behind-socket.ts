import type { BrokerOrder } from '../../../broker.ts'
import { SECOND_MS } from '../../../time.ts'
import { isOverRow, type LiveOrder } from '../state/live-order.ts'
import { type ManagedAccount, openOrders } from '../state/managed-account.ts'

// A book that is further behind is not hurried.
const BEHIND_MS = 15 * SECOND_MS

/** The order socket shows one of our orders. */
export function noteTold(account: ManagedAccount, row: BrokerOrder): void {
  if (row.state === 'UNREADABLE') return
  for (const order of openOrders(account))
    if (order.brokerOrderId === row.brokerOrderId || order.clientId === row.clientId)
      order.told = { row, atMs: account.context.nowMs }
}

/** The order socket has told of an order's end, or of a stop that was triggered or moved, and the book lags behind it. */
export function isBehindSocket(account: ManagedAccount): boolean {
  const { nowMs } = account.context
  return openOrders(account).some(
    ({ told, seen }) =>
      told !== null && nowMs - told.atMs <= BEHIND_MS && (isOverRow(told.row) || showsOther(told.row, seen)),
  )
}

/** Updates may come late as well: one that is older than the book's row says nothing. */
function showsOther(told: BrokerOrder, seen: LiveOrder['seen']): boolean {
  if (seen === null || (seen.updatedMs ?? -Infinity) > (told.updatedMs ?? Infinity)) return false
  const isMoved = told.triggerPaise !== undefined && told.triggerPaise !== seen.triggerPaise
  return isMoved || told.state !== seen.state || told.quantity !== seen.quantity
}
