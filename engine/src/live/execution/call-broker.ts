// Calls that place, modify or cancel an order: under the lease, within the rate limits, and with an answer in any case. A
// call that fails without one has an unknown outcome.

import type { OrderOutcome } from '@trading-bot/core/broker'
import { requestOf } from '@trading-bot/core/trading/account/orders/order-request'
import type { Effect } from '@trading-bot/core/trading/account/state/effect'
import { isEnded, type LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { hasStopped } from '../book/book.ts'
import { connectionOf, type Execution } from './execution.ts'
import { takeInput } from './take-input.ts'

/** Places a recorded order. */
export function place(execution: Execution, account: ManagedAccount, effect: Effect & { do: 'PLACE' }): void {
  void placeOne(execution, account, effect)
}

async function placeOne(
  execution: Execution,
  account: ManagedAccount,
  { order, untilMs }: Effect & { do: 'PLACE' },
): Promise<void> {
  const { clock, telemetry } = execution.setup
  const committedMs = clock.nowMs()
  const { broker, requestRateLimiter } = connectionOf(execution, account)
  for (;;) {
    if (!maySend(execution, account)) await untilMaySend(execution, account)
    if (hasStopped(execution, account)) return
    // It may have waited for the lease while the database was away.
    if (clock.nowMs() > untilMs) return takeInput(execution, account, { kind: 'NOT_SENT', order })
    const waitMs = requestRateLimiter.waitMs(clock.nowMs(), 'HIGH')
    if (waitMs === 0) break
    await pause(execution, waitMs)
  }
  const calledMs = clock.nowMs()
  requestRateLimiter.spend(calledMs)
  const outcome = await answerOf(execution, order, () => broker.place(requestOf(account, order)))
  const times = { committedMs, calledMs, answeredMs: clock.nowMs() }
  telemetry?.onAnswered(order, account.instance.mode, { ...times, outcome: outcome.kind })
  takeInput(execution, account, { kind: 'PLACED', order, outcome })
}

/** Modifies or cancels an order, once what was recorded with the change is durable. */
export function changeAtBroker(execution: Execution, account: ManagedAccount, effect: Effect & { do: 'CHANGE' }): void {
  void changeOne(execution, account, effect)
}

async function changeOne(
  execution: Execution,
  account: ManagedAccount,
  { order, placed, change }: Effect & { do: 'CHANGE' },
): Promise<void> {
  const { broker } = connectionOf(execution, account)
  // Empty, it is written with what the same step has recorded.
  await execution.writeBehindQueue.write({})
  const mayCall = await untilAllowed(execution, account, order)
  const call = () => (change.kind === 'cancel' ? broker.cancel(placed) : broker.modify(placed, change.to))
  // It may have filled while the change was recorded or waited for the rate limit.
  const outcome = mayCall && !isEnded(order) ? await answerOf(execution, order, call) : null
  takeInput(execution, account, { kind: 'CHANGED', order, change, outcome })
}

/** Waits for the lease and the rate limits; false if the account was given up meanwhile. */
async function untilAllowed(execution: Execution, account: ManagedAccount, order: LiveOrder): Promise<boolean> {
  const { clock } = execution.setup
  const { requestRateLimiter } = connectionOf(execution, account)
  for (;;) {
    if (!maySend(execution, account)) await untilMaySend(execution, account)
    if (hasStopped(execution, account)) return false
    const nowMs = clock.nowMs()
    const waitMs = Math.max(account.orderRateLimiter.waitMs(nowMs, 'HIGH'), requestRateLimiter.waitMs(nowMs, 'HIGH'))
    if (waitMs === 0) break
    // The limit is checked again after the wait, because other calls may have waited for the same moment.
    await pause(execution, waitMs)
  }
  takeInput(execution, account, { kind: 'CALLED', order })
  requestRateLimiter.spend(clock.nowMs())
  return true
}

/** Whether the account's shard is ours at this moment; asked right before every call that changes something. */
function maySend({ leases, confirmation }: Execution, { instance }: ManagedAccount): boolean {
  return leases.has(instance.shard) && confirmation.isFresh()
}

/** Resolves once it is, or when nothing more is to be sent. */
async function untilMaySend(execution: Execution, account: ManagedAccount): Promise<void> {
  while (!hasStopped(execution, account) && !maySend(execution, account)) await execution.confirmation.untilFresh()
}

async function answerOf(
  { setup }: Execution,
  order: LiveOrder,
  call: () => Promise<OrderOutcome>,
): Promise<OrderOutcome> {
  try {
    return await call()
  } catch (error) {
    setup.onError(`the call for order ${order.id} failed`, error, order)
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) }
  }
}

function pause({ setup }: Execution, ms: number): Promise<void> {
  return new Promise((resolve) => void setup.timers.after(ms, resolve))
}
