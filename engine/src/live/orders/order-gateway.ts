// The order gateway: every order is recorded before it is sent, per account in order, rate-limited, exits
// before entries. What the broker answers is reported as an event of the order.

import { advanceOrder } from '@trading-bot/core/trading/order-life'
import { type AccountOrder, isSliceOf, type ManagedAccount } from '../accounts/managed-account.ts'
import { brokerDayOf } from '../accounts/broker-day.ts'
import type { DecisionCause } from '../engine-telemetry.ts'
import { hasStopped, inBackground, type LiveEngine } from '../live-engine.ts'
import { maySend, untilMaySend } from '../shards/may-send.ts'
import { isEnded, type LiveOrder } from './live-order.ts'
import { heldQuantity, isOver } from '../positions/live-position.ts'
import { nameUndocumentedCode } from './name-undocumented-code.ts'
import { requestOf } from './order-request.ts'
import { entryCalls } from './reserve-calls.ts'

/** An entry that waited longer than this was decided on an outdated price. */
export const ENTRY_AGE_LIMIT_MS = 60_000

/** Records a decision for all its accounts in one statement and sends what the rate limit allows. */
export async function submitOrders(
  engine: LiveEngine,
  decided: readonly AccountOrder[],
  cause?: DecisionCause,
): Promise<void> {
  const batch = decided.filter(({ account }) => !hasStopped(engine, account))
  if (batch.length === 0) return
  const { clock, telemetry } = engine.setup
  const nowMs = clock.nowMs()
  for (const { account, order } of batch) if (mayGoNow(account, order, nowMs)) startSending(account, order, nowMs)
  const positions = batch.map(({ account, order }) => account.positions.get(order.positionId)!)
  const { refused } = await engine.writeBehindQueue.write({ newOrders: batch.map(({ order }) => order), positions })
  const committedMs = clock.nowMs()
  telemetry?.onCommitted(cause ?? { kind: 'other', sinceMs: nowMs }, batch.length, committedMs)
  const waiting = new Set<ManagedAccount>()
  for (const { account, order } of batch) {
    if (hasStopped(engine, account)) continue
    if (refused.has(order.id)) deny(engine, account, order, committedMs)
    else if (order.state === 'SENDING') place(engine, account, order, committedMs)
    else {
      account.queue.push(order)
      waiting.add(account)
    }
  }
  for (const account of waiting) pumpQueue(engine, account)
}

/** Like `submitOrders`, without waiting until the orders are recorded. */
export function submitSoon(engine: LiveEngine, batch: readonly AccountOrder[], cause?: DecisionCause): void {
  inBackground(engine, `order batch of ${batch.length} could not be processed`, submitOrders(engine, batch, cause))
}

/** Sends queued orders as far as the rate limit and earlier orders allow. */
export function pumpQueue(engine: LiveEngine, account: ManagedAccount): void {
  account.stopPumpTimer()
  const isResting = !account.isReconciled || account.isDraining || hasStopped(engine, account)
  if (isResting || account.queue.length === 0) return
  const nowMs = engine.setup.clock.nowMs()
  dropOld(engine, account, nowMs)
  const ready = account.queue
    .filter((order) => !isBehindAnother(account, order))
    .sort((left, right) => Number(left.purpose === 'ENTRY') - Number(right.purpose === 'ENTRY'))
  const sendings: LiveOrder[] = []
  for (const order of ready) {
    const waitMs = waitMsOf(account, order, nowMs)
    if (waitMs > 0) {
      account.stopPumpTimer = engine.setup.timers.after(waitMs, () => pumpQueue(engine, account))
      break
    }
    startSending(account, order, nowMs)
    sendings.push(order)
  }
  if (sendings.length === 0) return
  account.queue = account.queue.filter((order) => order.state === 'CREATED')
  const sent = engine.writeBehindQueue.write({ sendings }).then(({ refused }) => {
    if (hasStopped(engine, account)) return
    const committedMs = engine.setup.clock.nowMs()
    for (const order of sendings) {
      if (refused.has(order.id)) deny(engine, account, order, committedMs)
      else place(engine, account, order, committedMs)
    }
  })
  inBackground(engine, `order queue of ${account.instance.id} could not be processed`, sent)
}

/** Takes an order that was not sent yet out of the queue. */
export function withdrawOrder(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  if (!account.queue.includes(order)) return
  account.queue = account.queue.filter((other) => other !== order)
  engine.onOrderEvent(account, order, { event: 'deny', code: 'WITHDRAWN' })
}

function mayGoNow(account: ManagedAccount, order: LiveOrder, nowMs: number): boolean {
  const isResting = !account.isReconciled || account.isDraining
  if (isResting || account.queue.length > 0 || isBehindAnother(account, order)) return false
  return waitMsOf(account, order, nowMs) === 0
}

function waitMsOf(account: ManagedAccount, order: LiveOrder, nowMs: number): number {
  if (order.purpose !== 'ENTRY') return account.orderRateLimiter.waitMs(nowMs, 'HIGH')
  return account.orderRateLimiter.waitMs(nowMs, 'NORMAL', entryCalls(account))
}

function startSending(account: ManagedAccount, order: LiveOrder, nowMs: number): void {
  account.orderRateLimiter.spend(nowMs)
  account.inFlight.add(order)
  order.state = advanceOrder(order.state, 'send')?.state ?? order.state
  order.sentAtMs = nowMs
}

/**
 * Orders of one instrument are sent one after the other: a reversal enters only after the old position is closed. An exit
 * waits for those of its own position alone; the stop of another one rests for hours.
 */
function isBehindAnother(account: ManagedAccount, order: LiveOrder): boolean {
  for (const position of account.positions.values()) {
    if (position.token !== order.token) continue
    if (order.purpose !== 'ENTRY' && position.id !== order.positionId) continue
    // A slice of an entry does not wait for the stops of those before it.
    if (order.purpose === 'ENTRY' && position.id !== order.positionId && isSliceOf(position, order.decidedAtMs))
      continue
    const isOther = position.id !== order.positionId && position.closedAtMs === null
    if (isOther && order.purpose === 'ENTRY' && heldQuantity(position) !== 0) return true
    for (const other of position.orders) {
      if (other === order || isEnded(other)) continue
      // An exit that is over at the exchange keeps the next one waiting for none of its trades.
      if (order.purpose !== 'ENTRY' && other.purpose !== 'ENTRY' && isOver(other)) continue
      // A stop protects what its own entry has filled so far.
      if (order.purpose === 'PROTECT' && other.purpose === 'ENTRY' && other.positionId === order.positionId) continue
      if (other.state !== 'CREATED' || isFirst(other, order)) return true
    }
  }
  return false
}

function isFirst(left: LiveOrder, right: LiveOrder): boolean {
  if ((left.purpose === 'ENTRY') !== (right.purpose === 'ENTRY')) return left.purpose !== 'ENTRY'
  return left.createdAtMs < right.createdAtMs || (left.createdAtMs === right.createdAtMs && left.id < right.id)
}

function dropOld(engine: LiveEngine, account: ManagedAccount, nowMs: number): void {
  const old = account.queue.filter((order) => {
    if (order.purpose !== 'ENTRY') return false
    const position = account.positions.get(order.positionId)
    const isPastSession = position !== undefined && nowMs >= position.squareOffAtMs
    return isPastSession || nowMs - order.decidedAtMs > ENTRY_AGE_LIMIT_MS
  })
  account.queue = account.queue.filter((order) => !old.includes(order))
  for (const order of old) engine.onOrderEvent(account, order, { event: 'lapse', code: 'TOO_OLD' })
}

function deny(engine: LiveEngine, account: ManagedAccount, order: LiveOrder, committedMs: number): void {
  account.inFlight.delete(order)
  engine.setup.telemetry?.onDenied(order, account.instance.mode, committedMs)
  engine.onOrderEvent(account, order, { event: 'deny', code: 'SWITCHED_OFF' })
}

/** Reports an error of one account's order without affecting the other accounts. */
function place(engine: LiveEngine, account: ManagedAccount, order: LiveOrder, committedMs: number): void {
  if (hasStopped(engine, account)) return
  const { clock, timers } = engine.setup
  if (!maySend(engine, account))
    return void untilMaySend(engine, account).then(() => place(engine, account, order, committedMs))
  // It may have waited for the lease while the database was away.
  if (order.purpose === 'ENTRY' && clock.nowMs() - (order.sentAtMs ?? 0) > ENTRY_AGE_LIMIT_MS) {
    account.inFlight.delete(order)
    return engine.onOrderEvent(account, order, { event: 'deny', code: 'TOO_OLD' })
  }
  const waitMs = account.requestRateLimiter.waitMs(clock.nowMs(), 'HIGH')
  if (waitMs > 0) return void timers.after(waitMs, () => place(engine, account, order, committedMs))
  account.requestRateLimiter.spend(clock.nowMs())
  const what = `order ${order.id} of ${account.instance.id} could not be processed`
  inBackground(engine, what, sendOne(engine, account, order, committedMs), order)
}

async function sendOne(
  engine: LiveEngine,
  account: ManagedAccount,
  order: LiveOrder,
  committedMs: number,
): Promise<void> {
  const { clock, telemetry } = engine.setup
  const calledMs = clock.nowMs()
  const outcome = await account.broker.place(requestOf(engine, account, order))
  account.inFlight.delete(order)
  const times = { committedMs, calledMs, answeredMs: clock.nowMs() }
  telemetry?.onAnswered(order, account.instance.mode, { ...times, outcome: outcome.kind })
  if (hasStopped(engine, account)) return
  switch (outcome.kind) {
    case 'acknowledged':
      account.rejectionsInARow = 0
      order.brokerOrderId = outcome.brokerOrderId
      order.acknowledgedAtMs = engine.setup.clock.nowMs()
      brokerDayOf(engine, account.instance.userId).orderIds.add(outcome.brokerOrderId)
      return engine.onOrderEvent(account, order, { event: 'accepted' })
    case 'refused': {
      const { sentence, isRetryable } = outcome
      const code = isRetryable ? 'BUSY' : 'REFUSED'
      return engine.onOrderEvent(account, order, { event: 'refused', code, detail: sentence, isRetryable })
    }
    case 'unknown':
      nameUndocumentedCode(engine, account, outcome)
      return engine.onOrderEvent(account, order, { event: 'noAnswer', code: 'NO_ANSWER', detail: outcome.why })
  }
}
