import { SECOND_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../ports/timers.ts'
import { pumpQueue, submitSoon } from '../orders/order-gateway.ts'
import { cancelOrder } from '../orders/change-order.ts'
import { followCalendar } from './follow-calendar.ts'
import { limitEndMs } from '../orders/limit-entries.ts'
import { decideExit, followExit } from '../positions/follow-exit.ts'
import type { AccountOrder, ManagedAccount } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { isEnded } from '../orders/live-order.ts'

// A market order fills within moments at a broker; a paper order waits for the next trade.
const PATIENCE_MS = { LIVE: 20 * SECOND_MS, PAPER: 120 * SECOND_MS }

const LONGEST_JUMP_MS = 2 * SECOND_MS

/** Runs what depends on the clock alone: square-off, and cancelling orders that wait too long. */
export function runSessionScheduler(engine: LiveEngine): Cancel {
  let lastMs = engine.setup.clock.nowMs()
  return engine.setup.timers.every(SECOND_MS, () => {
    const nowMs = engine.setup.clock.nowMs()
    const jumpMs = nowMs - lastMs - SECOND_MS
    lastMs = nowMs
    if (Math.abs(jumpMs) > LONGEST_JUMP_MS) engine.setup.onError(`the clock jumped by ${jumpMs} ms`, null)
    followCalendar(engine)
    const batch: AccountOrder[] = []
    for (const account of engine.accounts.values()) squareOff(engine, account, nowMs, batch)
    submitSoon(engine, batch)
    for (const account of engine.accounts.values()) {
      if (account.queue.length > 0) pumpQueue(engine, account)
      cancelSlowOrders(engine, account, nowMs)
      if (account.instance.mode === 'LIVE') movePrices(engine, account)
    }
  })
}

function squareOff(engine: LiveEngine, account: ManagedAccount, nowMs: number, batch: AccountOrder[]): void {
  for (const position of account.positions.values()) {
    if (position.closedAtMs !== null || nowMs < position.squareOffAtMs) continue
    const order = decideExit(engine, account, position, { reason: 'SQUARE_OFF', decidedAtMs: position.squareOffAtMs })
    if (order) batch.push(order)
  }
}

/** Cancels what waits too long. A live exit is never given up: its price is moved instead. */
function cancelSlowOrders(engine: LiveEngine, account: ManagedAccount, nowMs: number): void {
  const { mode } = account.instance
  for (const position of account.positions.values()) {
    for (const order of position.orders) {
      if (isEnded(order) || order.sentAtMs === null) continue
      if (nowMs < (limitEndMs(account, order) ?? order.sentAtMs + PATIENCE_MS[mode] + 1)) continue
      if (order.purpose === 'ENTRY' || mode === 'PAPER') cancelOrder(engine, account, order)
    }
  }
}

function movePrices(engine: LiveEngine, account: ManagedAccount): void {
  for (const position of account.positions.values()) {
    if (position.closedAtMs === null) followExit(engine, account, position)
  }
}
