import { isEnded } from '../state/live-order.ts'
import { isEntering, type LivePosition } from '../state/live-position.ts'
import { type ManagedAccount, slicesOf } from '../state/managed-account.ts'
import { cancelOrder } from './change-order.ts'
import { withdrawOrder } from './order-queue.ts'

/** Cancels entries that are still on their way, or withdraws them from the queue. */
export function cancelEntry(account: ManagedAccount, position: LivePosition): void {
  for (const order of Array.from(position.orders)) {
    if (order.purpose !== 'ENTRY' || isEnded(order)) continue
    if (order.state === 'CREATED') withdrawOrder(account, order)
    else cancelOrder(account, order)
  }
}

/** What is still on its way of the same entry, in this position or in the next slice, would be entered only to leave. */
export function cancelRestOfEntry(account: ManagedAccount, position: LivePosition): void {
  if (isEntering(position)) cancelEntry(account, position)
  const [entry] = position.orders
  if (!entry || entry.purpose !== 'ENTRY' || position.isOrphaned) return
  for (const slice of slicesOf(account, entry)) if (isEntering(slice)) cancelEntry(account, slice)
}
