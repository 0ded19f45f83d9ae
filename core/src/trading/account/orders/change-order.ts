// Modifications and cancellations at the broker: recorded before they are made, like orders.

import type { OrderPrice, PlacedOrder } from '../../../broker.ts'
import { SECOND_MS } from '../../../time.ts'
import type { Change } from '../state/effect.ts'
import { isEnded, type LiveOrder } from '../state/live-order.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { record } from '../state/want.ts'
import { moveOrder } from './move-order.ts'
import { requestOf } from './order-request.ts'

// A cancellation that does not show is asked for again, ever more seldom: it spends calls that exits may need.
const CANCEL_AGAIN_MS = [5, 5, 10, 30].map((seconds) => seconds * SECOND_MS)

type Terms = Pick<LiveOrder, 'quantity' | 'triggerPaise' | 'limitPaise'>

/** Modifies an order at the broker; the change is part of the record before it is sent. */
export function modifyOrder(account: ManagedAccount, order: LiveOrder, terms: Terms): void {
  const placed = { brokerOrderId: order.brokerOrderId!, request: requestOf(account, order) }
  const { quantity, triggerPaise, limitPaise } = order
  Object.assign(order, terms, { changedAtMs: account.context.nowMs, answeredAtMs: null, code: null })
  const price: OrderPrice =
    terms.triggerPaise === null
      ? { kind: 'LIMIT', limitPaise: terms.limitPaise! }
      : { kind: 'STOP', triggerPaise: terms.triggerPaise }
  const before = { quantity, triggerPaise, limitPaise }
  change(account, order, placed, { kind: 'modify', to: { quantity: terms.quantity, price }, before })
}

/** Cancels an order at the broker, again after a while if the books still show it. */
export function cancelOrder(account: ManagedAccount, order: LiveOrder): void {
  const { brokerOrderId } = order
  // Where it is not known what became of it, the books tell first.
  if (isEnded(order) || brokerOrderId === null || order.isInFlight || order.state === 'UNKNOWN') return
  const { nowMs } = account.context
  const { atMs, times } = order.cancelled ?? { atMs: -Infinity, times: 0 }
  if (nowMs - atMs < (CANCEL_AGAIN_MS[times - 1] ?? CANCEL_AGAIN_MS.at(-1)!)) return
  order.cancelled = { atMs: nowMs, times: times + 1 }
  const placed = { brokerOrderId, request: requestOf(account, order) }
  change(account, order, placed, { kind: 'cancel' })
}

function change(account: ManagedAccount, order: LiveOrder, placed: PlacedOrder, asked: Change): void {
  moveOrder(account, order, asked.kind)
  if (order.state !== 'MODIFYING' && order.state !== 'CANCELLING') return
  order.isInFlight = true
  const position = account.positions.get(order.positionId)
  record(account, { changedOrders: [order], positions: position ? [position] : [] })
  account.effects.push({ do: 'CHANGE', order, placed, change: asked })
}
