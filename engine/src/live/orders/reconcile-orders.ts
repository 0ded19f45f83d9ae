import type { Fill } from '@trading-bot/core/fill'
import { indiaDayNumber, SECOND_MS } from '@trading-bot/core/time'
import type { BrokerOrder, BrokerFill } from '../../ports.ts'
import { endOrder } from './end-order.ts'
import { pumpQueue } from './order-gateway.ts'
import { cancelAtBroker } from '../positions/close-position.ts'
import { type ManagedAccount, openOrders } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import { noteRejection } from './note-rejection.ts'
import { filledQuantity, isEnded, isLost, type LiveOrder } from './live-order.ts'

// An order must be missing for this long before it counts as not placed, because the broker's books may lag.
const NOT_FOUND_AFTER_MS = 30 * SECOND_MS
const VANISHED_AFTER_MS = 600 * SECOND_MS
const LOOK_AGAIN_MS = 5 * SECOND_MS
const TRADES_LATE_MS = SECOND_MS
const TRY_AGAIN_MS = 3 * SECOND_MS
const WATCH_AGAIN_MS = 30 * SECOND_MS

/** Schedules a reconciliation, unless an earlier one is already scheduled. */
export function reconcileSoon(engine: LiveEngine, account: ManagedAccount, afterMs: number): void {
  const { clock, timers } = engine.setup
  const dueMs = clock.nowMs() + afterMs
  if (account.reconcileDueMs <= dueMs) return
  account.stopReconcileTimer()
  account.reconcileDueMs = dueMs
  account.stopReconcileTimer = timers.after(afterMs, () => {
    account.reconcileDueMs = Infinity
    reconcileOrders(engine, account).catch((error: unknown) => {
      account.isReconciling = false
      engine.setup.onError(`orders of ${account.instance.id} could not be reconciled`, error)
      reconcileSoon(engine, account, TRY_AGAIN_MS)
    })
  })
}

/** Reconciles one account's orders with the broker's books, the only way in which an unknown outcome is resolved. */
export async function reconcileOrders(engine: LiveEngine, account: ManagedAccount): Promise<void> {
  if (account.isReconciling) {
    account.mustReconcileAgain = true
    return
  }
  account.isReconciling = true
  const orders = await account.broker.orderBook()
  const trades = orders.kind === 'answered' ? await account.broker.tradeBook() : null
  account.isReconciling = false
  if (engine.isStopped) return
  if (orders.kind !== 'answered' || trades?.kind !== 'answered') {
    const refused = orders.kind === 'refused' ? orders : trades?.kind === 'refused' ? trades : null
    if (refused) {
      // No entries until the owner has fixed the log-in; open positions are still managed.
      account.instance = { ...account.instance, isRunning: false }
      notifyOwner(engine, account, 'CREDENTIALS_REFUSED', refused.sentence)
    }
    return reconcileSoon(engine, account, TRY_AGAIN_MS)
  }
  settle(engine, account, orders.value, trades.value)
  if (!account.isReconciled) {
    account.isReconciled = true
    pumpQueue(engine, account)
  }
  reconcileAgain(engine, account)
}

function reconcileAgain(engine: LiveEngine, account: ManagedAccount): void {
  if (account.mustReconcileAgain) {
    account.mustReconcileAgain = false
    return reconcileSoon(engine, account, 0)
  }
  const sent = openOrders(account).filter(({ state }) => state !== 'CREATED')
  if (sent.length > 0) reconcileSoon(engine, account, LOOK_AGAIN_MS)
  else if (forgetOldLostOrders(engine, account)) reconcileSoon(engine, account, WATCH_AGAIN_MS)
}

/** Lost orders are watched until the end of the day; returns true while there are any. */
function forgetOldLostOrders(engine: LiveEngine, account: ManagedAccount): boolean {
  const today = indiaDayNumber(engine.setup.clock.nowMs())
  let isWatching = false
  for (const position of Array.from(account.positions.values())) {
    if (position.closedAtMs === null) continue
    if (position.orders.some((order) => indiaDayNumber(order.decidedAtMs) === today)) isWatching = true
    else account.positions.delete(position.id)
  }
  return isWatching
}

function settle(
  engine: LiveEngine,
  account: ManagedAccount,
  book: readonly BrokerOrder[],
  trades: readonly BrokerFill[],
): void {
  const brokerOrders = new Map(book.map((brokerOrder) => [brokerOrder.clientId, brokerOrder]))
  const fills = new Map<string, BrokerFill[]>()
  for (const trade of trades) fills.set(trade.brokerOrderId, [...(fills.get(trade.brokerOrderId) ?? []), trade])
  for (const { orders } of Array.from(account.positions.values())) {
    for (const order of Array.from(orders)) {
      if (order.state === 'CREATED' || account.inFlight.has(order)) continue
      if (isEnded(order) && !isLost(order)) continue
      const brokerOrder = brokerOrders.get(order.clientId)
      if (brokerOrder) applyBrokerOrder(engine, account, order, brokerOrder, fills.get(brokerOrder.brokerOrderId) ?? [])
      else noteMissing(engine, account, order)
    }
  }
}

/** Applies the broker's fills and, once all of them are known, the final state. */
function applyBrokerOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  order: LiveOrder,
  brokerOrder: BrokerOrder,
  trades: readonly BrokerFill[],
): void {
  const { writeBehindQueue } = engine
  const { clock } = engine.setup
  account.missedSinceMs.delete(order.id)
  if (isLost(order)) adoptLateOrder(engine, account, order)
  const known = new Set(order.fills.map(({ tradeId }) => tradeId))
  const fresh = new Map<string, Fill>()
  const countsOnce = engine.setup.tuning?.countsFillsOnce ?? true
  for (const trade of trades) if (!countsOnce || !known.has(trade.tradeId)) fresh.set(trade.tradeId, fillOf(trade))
  if (order.brokerOrderId === null) {
    order.brokerOrderId = brokerOrder.brokerOrderId
    order.acknowledgedAtMs = clock.nowMs()
  }
  if (fresh.size > 0) {
    order.fills = [...order.fills, ...fresh.values()]
    // Queued together with the order's new state below, so that both are written in one transaction.
    void writeBehindQueue.write({ newFills: [...fresh.values()].map((fill) => ({ orderId: order.id, fill })) })
  }
  const filled = filledQuantity(order)
  if (filled === order.quantity) return endOrder(engine, account, order, { state: 'FILLED' })
  const isAllHere = filled >= brokerOrder.filledQuantity
  if (brokerOrder.state === 'REJECTED' && isAllHere) {
    noteRejection(engine, account, brokerOrder.text)
    return endOrder(engine, account, order, {
      state: 'REJECTED',
      code: 'REJECTED_BY_EXCHANGE',
      detail: brokerOrder.text,
    })
  }
  if (brokerOrder.state === 'CANCELLED' && isAllHere)
    return endOrder(engine, account, order, { state: 'CANCELLED', detail: brokerOrder.text })
  const state = filled > 0 ? 'PARTIALLY_FILLED' : 'ACKNOWLEDGED'
  if (order.state !== state || fresh.size > 0) {
    order.state = state
    void writeBehindQueue.write({ changedOrders: [order] })
  }
  // The order book shows the order as ended, but its fills are not in the trade book yet.
  if (brokerOrder.state !== 'WORKING') reconcileSoon(engine, account, TRADES_LATE_MS)
}

/** Adopts an order that was considered lost: it is open again, its position may be orphaned, and it is cancelled. */
function adoptLateOrder(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  const position = account.positions.get(order.positionId)
  if (!position) throw new Error(`order ${order.id} belongs to no position`)
  order.isLate = true
  order.state = 'ACKNOWLEDGED'
  order.code = null
  order.endedAtMs = null
  if (position.closedAtMs !== null) {
    position.isOrphaned = true
    position.closedAtMs = null
  }
  void engine.writeBehindQueue.write({ changedOrders: [order], positions: [position] })
  engine.setup.timers.after(0, () => cancelAtBroker(engine, account, position))
}

function noteMissing(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  if (isLost(order)) return
  const nowMs = engine.setup.clock.nowMs()
  const sinceMs = account.missedSinceMs.get(order.id)
  if (sinceMs === undefined) account.missedSinceMs.set(order.id, nowMs)
  // The order was acknowledged, so a book without it is more likely stale than correct.
  else if (order.brokerOrderId !== null && nowMs - sinceMs < VANISHED_AFTER_MS) return
  else if (nowMs - sinceMs >= (engine.setup.tuning?.notFoundAfterMs ?? NOT_FOUND_AFTER_MS)) {
    account.missedSinceMs.delete(order.id)
    endOrder(engine, account, order, { state: 'EXPIRED', code: 'NOT_PLACED' })
  }
}

function fillOf({ tradeId, side, quantity, pricePaise, atMs }: BrokerFill): Fill {
  return { tradeId, side, quantity, pricePaise, atMs }
}
