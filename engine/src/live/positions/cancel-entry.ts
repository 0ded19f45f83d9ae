import { type ManagedAccount, slicesOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { cancelOrder } from '../orders/change-order.ts'
import { isEnded } from '../orders/live-order.ts'
import { withdrawOrder } from '../orders/order-gateway.ts'
import { isEntering, type LivePosition } from './live-position.ts'

/** Cancels entries that are still on their way, or withdraws them from the queue. */
export function cancelEntry(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  for (const order of Array.from(position.orders)) {
    if (order.purpose !== 'ENTRY' || isEnded(order)) continue
    if (order.state === 'CREATED') withdrawOrder(engine, account, order)
    else cancelOrder(engine, account, order)
  }
}

/** What is still on its way of the same entry, in this position or in the next slice, would be entered only to leave. */
export function cancelRestOfEntry(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  if (isEntering(position)) cancelEntry(engine, account, position)
  const [entry] = position.orders
  if (!entry || entry.purpose !== 'ENTRY' || position.isOrphaned) return
  for (const slice of slicesOf(account, entry)) if (isEntering(slice)) cancelEntry(engine, account, slice)
}
