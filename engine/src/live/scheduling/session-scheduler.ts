import { SECOND_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../ports/timers.ts'
import { pumpQueue, submitSoon } from '../orders/order-gateway.ts'
import { followCalendar } from './follow-calendar.ts'
import { reconcilePositions } from '../positions/reconcile-positions.ts'
import { cancelAtBroker, decideExit } from '../positions/close-position.ts'
import type { AccountOrder, ManagedAccount } from '../accounts/managed-account.ts'
import { inBackground, type LiveEngine } from '../live-engine.ts'
import { isEnded } from '../orders/live-order.ts'

// A market order fills within moments at a broker; a paper order waits for the next trade.
const PATIENCE_MS = { LIVE: 20 * SECOND_MS, PAPER: 120 * SECOND_MS }

const LONGEST_JUMP_MS = 2 * SECOND_MS
const POSITIONS_EVERY_MS = 60 * SECOND_MS

/** Runs what depends on the clock alone: square-off, and cancelling orders that wait too long. */
export function runSessionScheduler(engine: LiveEngine): Cancel {
  let lastMs = engine.setup.clock.nowMs()
  return engine.setup.timers.every(SECOND_MS, () => {
    const nowMs = engine.setup.clock.nowMs()
    const jumpMs = nowMs - lastMs - SECOND_MS
    lastMs = nowMs
    if (Math.abs(jumpMs) > LONGEST_JUMP_MS) engine.setup.onError(`the clock jumped by ${jumpMs} ms`, null)
    if (Math.floor(nowMs / POSITIONS_EVERY_MS) !== Math.floor((nowMs - SECOND_MS) / POSITIONS_EVERY_MS)) {
      for (const account of engine.accounts.values())
        if (account.instance.mode === 'LIVE') {
          const what = `order positions of ${account.instance.id} could not be reconciled`
          inBackground(engine, what, reconcilePositions(engine, account))
        }
    }
    followCalendar(engine)
    const holding = new Set([...engine.holders.values()].flatMap((accounts) => [...accounts]))
    const batch: AccountOrder[] = []
    for (const account of holding) squareOff(engine, account, nowMs, batch)
    submitSoon(engine, batch)
    for (const account of holding) {
      if (account.queue.length > 0) pumpQueue(engine, account)
      cancelSlowOrders(engine, account, nowMs)
    }
  })
}

function squareOff(engine: LiveEngine, account: ManagedAccount, nowMs: number, batch: AccountOrder[]): void {
  for (const position of Array.from(account.positions.values())) {
    if (position.closedAtMs !== null || nowMs < position.squareOffAtMs) continue
    const order = decideExit(engine, account, position, { reason: 'SQUARE_OFF', decidedAtMs: position.squareOffAtMs })
    if (order) batch.push(order)
  }
}

function cancelSlowOrders(engine: LiveEngine, account: ManagedAccount, nowMs: number): void {
  const patienceMs = PATIENCE_MS[account.instance.mode]
  for (const position of account.positions.values()) {
    const isSlow = position.orders.some(
      (order) =>
        !isEnded(order) &&
        order.sentAtMs !== null &&
        order.brokerOrderId !== null &&
        nowMs - order.sentAtMs > patienceMs,
    )
    if (isSlow) cancelAtBroker(engine, account, position)
  }
}
