import type { BrokerOrder } from '../../ports.ts'
import { brokerDayOf } from '../accounts/broker-day.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import type { LivePosition } from '../positions/live-position.ts'
import { cancelOrder } from './change-order.ts'
import type { LiveOrder } from './live-order.ts'
import { newOrder } from './new-order.ts'

/**
 * A row that shows the tag of an order of ours which has taken another row for its own (find-broker-order.ts): it is ours
 * and nobody follows it. It gets a record, is cancelled, and what it has filled is closed.
 */
export function claimStrays(engine: LiveEngine, account: ManagedAccount, book: readonly BrokerOrder[]): void {
  const { orderIds } = brokerDayOf(engine, account.instance.userId)
  for (const row of book) {
    if (row.clientId === '' || orderIds.has(row.brokerOrderId) || !mayMatter(row)) continue
    for (const position of Array.from(account.positions.values())) {
      const order = position.orders.find(({ clientId }) => clientId === row.clientId)
      if (order && ![null, row.brokerOrderId].includes(order.brokerOrderId))
        claim(engine, account, position, order, row)
    }
  }
}

function mayMatter({ state, filledQuantity }: BrokerOrder): boolean {
  return filledQuantity > 0 || state === 'WORKING' || state === 'RESTING'
}

function claim(
  engine: LiveEngine,
  account: ManagedAccount,
  like: LivePosition,
  { purpose, reason, decidedAtMs, pricePaise, sentAtMs }: LiveOrder,
  { brokerOrderId, side, quantity, state }: BrokerOrder,
): void {
  // A second entry is never merged with the first: it is a position of its own, which is closed at once.
  const position = purpose === 'ENTRY' ? orphanLike(engine, account, like) : like
  position.closedAtMs = null
  const input = { position, side, quantity, purpose, reason, decidedAtMs, pricePaise }
  const order = newOrder(engine, account, input)
  const acknowledgedAtMs = engine.setup.clock.nowMs()
  Object.assign(order, { state: 'ACKNOWLEDGED', brokerOrderId, sentAtMs, acknowledgedAtMs, isLate: true } as const)
  brokerDayOf(engine, account.instance.userId).orderIds.add(brokerOrderId)
  void engine.writeBehindQueue.write({ newOrders: [{ ...order }], changedOrders: [order], positions: [position] })
  engine.setup.telemetry?.onReconcileDifference('late_order')
  const sentence = 'An order that the broker had lost was placed after all; it is being cancelled.'
  notifyOwner(engine, account, 'STRAY', sentence)
  if (state === 'WORKING' || state === 'RESTING')
    engine.setup.timers.after(0, () => cancelOrder(engine, account, order))
}

function orphanLike({ setup }: LiveEngine, { positions }: ManagedAccount, like: LivePosition): LivePosition {
  const nothingYet = {
    stopPaise: null,
    targetPaise: null,
    openedAtMs: null,
    adoptedAtMs: null,
    exitReason: null,
    closedAtMs: null,
  }
  const position = { ...like, ...nothingYet, id: setup.ids.next(), orders: [], isOrphaned: true, bookedPaise: 0 }
  positions.set(position.id, position)
  return position
}
