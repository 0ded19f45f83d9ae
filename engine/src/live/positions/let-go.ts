// A position that its owner calls theirs: the bot had taken the owner's order for its own (orders/find-broker-order.ts).
// Its stop and exits are withdrawn first; then the shares leave the books at their cost, as converted ones do.

import type { ManagedAccount } from '../accounts/managed-account.ts'
import { brokerDayOf, countShares } from '../accounts/broker-day.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import { cancelOrder } from '../orders/change-order.ts'
import { isEnded } from '../orders/live-order.ts'
import { withdrawOrder } from '../orders/order-gateway.ts'
import { outsideOrder } from './book-outside.ts'
import { entryOf, heldQuantity, type LivePosition } from './live-position.ts'

/** What its owner has released and we still hold; an entry that works at the broker is not ours to cancel or to leave. */
export function isToLetGo({ instance }: ManagedAccount, { id, closedAtMs }: LivePosition): boolean {
  return closedAtMs === null && instance.positionsToRelease.includes(id)
}

/** Does the next step; the position is left alone once none of its orders can fill any more. */
export function letGo(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const open = position.orders.filter((order) => !isEnded(order))
  for (const order of open) {
    if (order.purpose === 'ENTRY') continue
    if (order.state === 'CREATED') withdrawOrder(engine, account, order)
    else if (order.state !== 'UNKNOWN' && order.state !== 'MODIFYING') cancelOrder(engine, account, order)
  }
  const held = heldQuantity(position)
  if (held * position.direction > 0 && position.orders.every(isEnded)) bookOwners(engine, account, position, held)
}

function bookOwners(engine: LiveEngine, account: ManagedAccount, position: LivePosition, held: number): void {
  const quantity = Math.abs(held)
  const entry = entryOf(position)
  const [side, entrySide] = position.direction === 1 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)
  const pricePaise = Math.round(entry.valuePaise / entry.quantity)
  const atMs = engine.setup.clock.nowMs()
  const fill = { tradeId: `release-${position.id}`, side, quantity, pricePaise, atMs }
  const order = outsideOrder(engine, account, position, [fill], 'released')
  account.shortages.delete(position.id)
  position.exitReason = 'OUTSIDE'
  const day = brokerDayOf(engine, account.instance.userId)
  day.orderIds.add(order.brokerOrderId!)
  // They were never ours: what we count as traded today is less by them, and no sale was made.
  countShares(day, position.token, entrySide, -quantity)
  void engine.writeBehindQueue.write({
    newOrders: [{ ...order }],
    positions: [position],
    newFills: [{ instanceId: order.instanceId, orderId: order.id, fill }],
  })
  const symbol = engine.instruments.get(position.token)?.symbol ?? position.token
  const sentence = `${quantity} shares of ${symbol} are yours, as you said. The bot has withdrawn its orders for them and leaves them alone.`
  notifyOwner(engine, account, 'CLOSED_OUTSIDE', sentence)
  engine.setup.telemetry?.onReconcileDifference('closed_outside')
  engine.onOrderEvent(account, order, { event: 'filled', hasNewFills: true })
}
