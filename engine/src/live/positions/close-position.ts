import type { OrderPurpose } from '@trading-bot/core/order'
import { SECOND_MS } from '@trading-bot/core/time'
import type { ExitReason } from '@trading-bot/core/round-trip'
import { requestOf, submitSoon } from '../orders/order-gateway.ts'
import type { AccountOrder, ManagedAccount } from '../accounts/managed-account.ts'
import { inBackground, type LiveEngine, notifyOwner } from '../live-engine.ts'
import { isEnded } from '../orders/live-order.ts'
import { heldQuantity, type LivePosition } from './live-position.ts'
import { newOrder } from '../orders/new-order.ts'

const CANCEL_AGAIN_MS = 15 * SECOND_MS

type Exit = { readonly reason: ExitReason; readonly decidedAtMs: number }

const PURPOSES: Partial<Record<ExitReason, OrderPurpose>> = {
  STOP_LOSS: 'STOP',
  TARGET: 'TARGET',
  SQUARE_OFF: 'SQUARE_OFF',
}

// Pauses between failed exit attempts; the last one repeats.
const PAUSES_MS = [0, 1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS)

/** Marks the position for closing, which survives restarts. Returns the exit order if one can be sent now. */
export function decideExit(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  exit: Exit,
): AccountOrder | null {
  if (position.exitReason !== null || position.closedAtMs !== null) return null
  position.exitReason = exit.reason
  const entry = position.orders.find((order) => !isEnded(order))
  if (!entry && heldQuantity(position) !== 0) return exitOrder(engine, account, position, exit.decidedAtMs)
  void engine.writeBehindQueue.write({ positions: [position] })
  // The entry is still working: it is cancelled first, and what it filled is closed afterwards.
  cancelOpenOrders(engine, account, position)
  return null
}

/** Cancels a position's open orders: unsent ones are denied, working ones are cancelled at the broker. */
export function cancelOpenOrders(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  for (const order of Array.from(account.queue)) {
    if (order.positionId !== position.id || order.state !== 'CREATED') continue
    account.queue = account.queue.filter((other) => other !== order)
    engine.verbs.endOrder(engine, account, order, { state: 'DENIED', code: 'SWITCHED_OFF' })
  }
  cancelAtBroker(engine, account, position)
}

/** Sends the next exit of a position that is marked for closing, unless an order is still open. */
export function closePosition(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const held = heldQuantity(position)
  if (held === 0 || position.orders.some((order) => !isEnded(order))) return
  const isWrongWay = Math.sign(held) !== position.direction
  if (isWrongWay || position.isOrphaned) position.exitReason ??= 'CORRECTION'
  if (position.exitReason === null) return
  const tries = position.orders.filter(({ purpose }) => purpose !== 'ENTRY').length
  const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!
  if (tries > PAUSES_MS.length) {
    notifyOwner(
      engine,
      account,
      'UNMANAGED',
      'The broker does not take the exit of a position. Please close it at the broker.',
    )
  }
  const act = () => {
    if (engine.isStopped || position.orders.some((order) => !isEnded(order)) || heldQuantity(position) === 0) return
    submitSoon(engine, [exitOrder(engine, account, position, engine.setup.clock.nowMs())])
  }
  if (pauseMs === 0) act()
  else engine.setup.timers.after(pauseMs, act)
}

function exitOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  decidedAtMs: number,
): AccountOrder {
  const held = heldQuantity(position)
  const reason = position.exitReason ?? 'CORRECTION'
  const order = newOrder(engine, account, {
    position,
    side: held > 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(held),
    purpose: PURPOSES[reason] ?? 'EXIT',
    reason,
    decidedAtMs,
    // Right after a start there is no last price yet, so the price of the entry decision is used.
    pricePaise: engine.lastPaise.get(position.token) ?? position.orders[0]?.pricePaise ?? 0,
  })
  return { account, order }
}

/** Cancels a position's working orders at the broker; reconciliation finds out the result. */
export function cancelAtBroker(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const { clock, timers } = engine.setup
  for (const order of position.orders) {
    const { brokerOrderId } = order
    if (isEnded(order) || brokerOrderId === null || account.inFlight.has(order)) continue
    const cancelledMs = account.cancelledMs.get(order.id) ?? -Infinity
    if (clock.nowMs() - cancelledMs < CANCEL_AGAIN_MS) continue
    account.cancelledMs.set(order.id, clock.nowMs())
    const cancel = (): void => {
      if (engine.isStopped || isEnded(order)) return
      const nowMs = clock.nowMs()
      const waitMs = Math.max(
        account.orderRateLimiter.waitMs(nowMs, 'HIGH'),
        account.requestRateLimiter.waitMs(nowMs, 'HIGH'),
      )
      // The limit is checked again after the wait, because other calls may have waited for the same moment.
      if (waitMs > 0) return void timers.after(waitMs, cancel)
      account.orderRateLimiter.spend(nowMs)
      account.requestRateLimiter.spend(nowMs)
      const asked = account.broker
        .cancel({ brokerOrderId, request: requestOf(engine, account, order) })
        .then(() => engine.verbs.reconcileSoon(engine, account, 0))
      inBackground(engine, `order ${order.id} could not be cancelled`, asked)
    }
    cancel()
  }
}
