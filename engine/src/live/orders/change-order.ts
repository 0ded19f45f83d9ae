// Modifications and cancellations at the broker: recorded before they are made, like orders.

import type { Paise, Quantity } from '@trading-bot/core/units'
import { SECOND_MS } from '@trading-bot/core/time'
import type { OrderChange, OrderOutcome, OrderPrice } from '../../ports.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { hasStopped, inBackground, type LiveEngine } from '../live-engine.ts'
import { maySend, untilMaySend } from '../shards/may-send.ts'
import { isEnded, type LiveOrder } from './live-order.ts'
import { nameUndocumentedCode } from './name-undocumented-code.ts'
import { requestOf } from './order-request.ts'
import { noteRefusal } from './refused-changes.ts'

// A cancellation that does not show is asked for again, ever more seldom: it spends calls that exits may need.
const CANCEL_AGAIN_MS = [5, 5, 10, 30].map((seconds) => seconds * SECOND_MS)

/** Modifies an order at the broker; the change is part of the record before it is sent. */
export function modifyOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  order: LiveOrder,
  change: { readonly quantity: Quantity; readonly triggerPaise: Paise | null; readonly limitPaise: Paise | null },
): void {
  const placed = { brokerOrderId: order.brokerOrderId!, request: requestOf(engine, account, order) }
  const { quantity, triggerPaise, limitPaise } = order
  Object.assign(order, change, { changedAtMs: engine.setup.clock.nowMs(), answeredAtMs: null, code: null })
  const price: OrderPrice =
    change.triggerPaise === null
      ? { kind: 'LIMIT', limitPaise: change.limitPaise! }
      : { kind: 'STOP', triggerPaise: change.triggerPaise }
  const atBroker: OrderChange = { quantity: change.quantity, price }
  changeAtBroker(engine, account, order, 'modify', async () => {
    const outcome = await account.broker.modify(placed, atBroker)
    // A refusal proves that the order is as it was; the record must not claim what the exchange does not have.
    if (outcome.kind === 'refused') {
      Object.assign(order, { quantity, triggerPaise, limitPaise })
      noteRefusal(engine, account, order, { isExit: change.triggerPaise === null, reason: outcome.sentence })
    }
    return outcome
  })
}

/** Cancels an order at the broker, again after a while if the books still show it. */
export function cancelOrder(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  const { brokerOrderId } = order
  if (isEnded(order) || brokerOrderId === null || account.inFlight.has(order)) return
  const nowMs = engine.setup.clock.nowMs()
  const { atMs, times } = account.cancels.get(order.id) ?? { atMs: -Infinity, times: 0 }
  if (nowMs - atMs < (CANCEL_AGAIN_MS[times - 1] ?? CANCEL_AGAIN_MS.at(-1)!)) return
  account.cancels.set(order.id, { atMs: nowMs, times: times + 1 })
  const placed = { brokerOrderId, request: requestOf(engine, account, order) }
  changeAtBroker(engine, account, order, 'cancel', () => account.broker.cancel(placed))
}

function changeAtBroker(
  engine: LiveEngine,
  account: ManagedAccount,
  order: LiveOrder,
  event: 'modify' | 'cancel',
  call: () => Promise<OrderOutcome>,
): void {
  engine.onOrderEvent(account, order, { event })
  if (order.state !== 'MODIFYING' && order.state !== 'CANCELLING') return
  account.inFlight.add(order)
  const position = account.positions.get(order.positionId)
  const recorded = engine.writeBehindQueue.write({ changedOrders: [order], positions: position ? [position] : [] })
  const made = recorded
    .then(() => untilAllowed(engine, account))
    // It may have filled while the change was recorded or waited for the rate limit.
    .then((mayCall) => (mayCall && !isEnded(order) ? call() : null))
    .finally(() => account.inFlight.delete(order))
    .then((outcome) => {
      if (outcome && !hasStopped(engine, account) && !isEnded(order)) reportChange(engine, account, order, outcome)
    })
  inBackground(engine, `order ${order.id} could not be changed`, made, order)
}

function reportChange(engine: LiveEngine, account: ManagedAccount, order: LiveOrder, outcome: OrderOutcome): void {
  order.answeredAtMs = engine.setup.clock.nowMs()
  switch (outcome.kind) {
    case 'acknowledged':
      order.code = null
      return engine.onOrderEvent(account, order, { event: 'accepted' })
    case 'refused': {
      const code = outcome.isRetryable ? 'BUSY' : 'CHANGE_REFUSED'
      return engine.onOrderEvent(account, order, { event: 'refused', code, detail: outcome.sentence })
    }
    case 'unknown':
      nameUndocumentedCode(engine, account, outcome)
      engine.onOrderEvent(account, order, { event: 'noAnswer', detail: outcome.why })
  }
}

/** Waits for the lease and the rate limit; false if the account was given up meanwhile. */
async function untilAllowed(engine: LiveEngine, account: ManagedAccount): Promise<boolean> {
  const { clock, timers } = engine.setup
  for (;;) {
    if (!maySend(engine, account)) await untilMaySend(engine, account)
    if (hasStopped(engine, account)) return false
    const nowMs = clock.nowMs()
    const waitMs = Math.max(
      account.orderRateLimiter.waitMs(nowMs, 'HIGH'),
      account.requestRateLimiter.waitMs(nowMs, 'HIGH'),
    )
    if (waitMs === 0) break
    // The limit is checked again after the wait, because other calls may have waited for the same moment.
    await new Promise<void>((resolve) => void timers.after(waitMs, resolve))
  }
  account.orderRateLimiter.spend(clock.nowMs())
  account.requestRateLimiter.spend(clock.nowMs())
  return true
}
