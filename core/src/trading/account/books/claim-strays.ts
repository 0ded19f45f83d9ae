import type { BrokerOrder } from '../../../broker.ts'
import { newOrder } from '../orders/new-order.ts'
import type { LiveOrder } from '../state/live-order.ts'
import { type LivePosition, NOT_OPENED } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount } from '../state/managed-account.ts'
import { noteDifference, notifyOwner, record, setTimer } from '../state/want.ts'

/**
 * A row that shows the tag of an order of ours which has taken another row for its own (find-broker-order.ts): it is ours
 * and nobody follows it. It gets a record, is cancelled, and what it has filled is closed.
 */
export function claimStrays(account: ManagedAccount, book: readonly BrokerOrder[]): void {
  const { orderIds } = brokerDayOf(account)
  for (const row of book) {
    if (row.clientId === '' || orderIds.has(row.brokerOrderId) || !mayMatter(row)) continue
    for (const position of Array.from(account.positions.values())) {
      const order = position.orders.find(({ clientId }) => clientId === row.clientId)
      if (order && ![null, row.brokerOrderId].includes(order.brokerOrderId)) claim(account, position, order, row)
    }
  }
}

function mayMatter({ state, filledQuantity }: BrokerOrder): boolean {
  return filledQuantity > 0 || state === 'WORKING' || state === 'RESTING'
}

function claim(
  account: ManagedAccount,
  like: LivePosition,
  { purpose, reason, decidedAtMs, pricePaise, sentAtMs }: LiveOrder,
  { brokerOrderId, side, quantity, state }: BrokerOrder,
): void {
  // A second entry is never merged with the first: it is a position of its own, which is closed at once.
  const position = purpose === 'ENTRY' ? orphanLike(account, like) : like
  position.closedAtMs = null
  const input = { position, side, quantity, purpose, reason, decidedAtMs, pricePaise }
  const order = newOrder(account, input)
  const acknowledgedAtMs = account.context.nowMs
  Object.assign(order, { state: 'ACKNOWLEDGED', brokerOrderId, sentAtMs, acknowledgedAtMs, isLate: true } as const)
  brokerDayOf(account).orderIds.add(brokerOrderId)
  record(account, { newOrders: [{ ...order }], changedOrders: [order], positions: [position] })
  noteDifference(account, 'late_order')
  const sentence = 'An order that the broker had lost was placed after all; it is being cancelled.'
  notifyOwner(account, 'STRAY', sentence)
  if (state === 'WORKING' || state === 'RESTING')
    setTimer(account, 0, { what: 'CANCEL', positionId: position.id, orderId: order.id })
}

function orphanLike({ context, positions }: ManagedAccount, like: LivePosition): LivePosition {
  const position: LivePosition = { ...like, ...NOT_OPENED, id: context.nextId(), orders: [], isOrphaned: true }
  positions.set(position.id, position)
  return position
}
