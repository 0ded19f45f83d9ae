// A position that its owner calls theirs: the bot had taken the owner's order for its own (books/find-broker-order.ts).
// Its stop and exits are withdrawn first; then the shares leave the books at their cost, as converted ones do.

import { cancelOrder } from '../orders/change-order.ts'
import { withdrawOrder } from '../orders/order-queue.ts'
import { outsideOrder } from '../orders/outside-order.ts'
import { countShares } from '../state/broker-day.ts'
import { isEnded } from '../state/live-order.ts'
import { entryOf, heldQuantity, type LivePosition } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { noteDifference, notifyOwner, raise, record } from '../state/want.ts'

/** What its owner has released and we still hold; an entry that works at the broker is not ours to cancel or to leave. */
export function isToLetGo({ instance }: ManagedAccount, { id, closedAtMs }: LivePosition): boolean {
  return closedAtMs === null && instance.positionsToRelease.includes(id)
}

/** Does the next step; the position is left alone once none of its orders can fill any more. */
export function letGo(account: ManagedAccount, position: LivePosition): void {
  const open = position.orders.filter((order) => !isEnded(order))
  for (const order of open) {
    if (order.purpose === 'ENTRY') continue
    if (order.state === 'CREATED') withdrawOrder(account, order)
    else if (order.state !== 'UNKNOWN' && order.state !== 'MODIFYING') cancelOrder(account, order)
  }
  const held = heldQuantity(position)
  if (held * position.direction > 0 && position.orders.every(isEnded)) bookOwners(account, position, held)
}

function bookOwners(account: ManagedAccount, position: LivePosition, held: number): void {
  const quantity = Math.abs(held)
  const entry = entryOf(position)
  const [side, entrySide] = position.direction === 1 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)
  const pricePaise = Math.round(entry.valuePaise / entry.quantity)
  const atMs = account.context.nowMs
  const fill = { tradeId: `release-${position.id}`, side, quantity, pricePaise, atMs }
  const order = outsideOrder(account, position, [fill], 'released')
  position.shortage = null
  position.exitReason = 'OUTSIDE'
  const day = brokerDayOf(account)
  day.orderIds.add(order.brokerOrderId!)
  // They were never ours: what we count as traded today is less by them, and no sale was made.
  countShares(day, position.token, entrySide, -quantity)
  record(account, {
    newOrders: [{ ...order }],
    positions: [position],
    newFills: [{ instanceId: order.instanceId, orderId: order.id, fill }],
  })
  const symbol = symbolOf(account, position.token)
  const sentence = `${quantity} shares of ${symbol} are yours, as you said. The bot has withdrawn its orders for them and leaves them alone.`
  notifyOwner(account, 'CLOSED_OUTSIDE', sentence)
  noteDifference(account, 'closed_outside')
  raise(account, order, { event: 'filled', hasNewFills: true })
}
