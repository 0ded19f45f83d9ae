// The order gateway: every order is recorded before it is sent, per account in order, rate-limited, exits before entries.

import type { OrderRequest } from '../../ports.ts'
import { type AccountOrder, type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import { inBackground, type LiveEngine } from '../live-engine.ts'
import { isEnded, type LiveOrder } from './live-order.ts'
import { noteRejection } from './note-rejection.ts'

/** An entry that waited longer than this was decided on an outdated price. */
export const ENTRY_AGE_LIMIT_MS = 60_000
const LOOK_UP_AFTER_MS = 2_000

/** Records a decision for all its accounts in one statement and sends what the rate limit allows. */
export async function submitOrders(engine: LiveEngine, batch: readonly AccountOrder[]): Promise<void> {
  if (batch.length === 0) return
  const nowMs = engine.setup.clock.nowMs()
  for (const { account, order } of batch) if (mayGoNow(account, order, nowMs)) startSending(account, order, nowMs)
  const positions = batch.map(({ account, order }) => account.positions.get(order.positionId)!)
  const { refused } = await engine.writeBehindQueue.write({ newOrders: batch.map(({ order }) => order), positions })
  if (engine.isStopped) return
  const waiting = new Set<ManagedAccount>()
  for (const { account, order } of batch) {
    if (refused.has(order.id)) deny(engine, account, order)
    else if (order.state === 'SENDING') place(engine, account, order)
    else {
      account.queue.push(order)
      waiting.add(account)
    }
  }
  for (const account of waiting) pumpQueue(engine, account)
}

/** Sends queued orders as far as the rate limit and earlier orders allow. */
export function pumpQueue(engine: LiveEngine, account: ManagedAccount): void {
  account.stopPumpTimer()
  if (!account.isReconciled || engine.isStopped) return
  const nowMs = engine.setup.clock.nowMs()
  dropOld(engine, account, nowMs)
  const ready = account.queue
    .filter((order) => !isBehindAnother(account, order))
    .sort((left, right) => Number(left.purpose === 'ENTRY') - Number(right.purpose === 'ENTRY'))
  const sendings: LiveOrder[] = []
  for (const order of ready) {
    const waitMs = account.orderRateLimiter.waitMs(nowMs, priorityOf(order))
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
    if (engine.isStopped) return
    for (const order of sendings) {
      if (refused.has(order.id)) deny(engine, account, order)
      else place(engine, account, order)
    }
  })
  inBackground(engine, `order queue of ${account.instance.id} could not be processed`, sent)
}

function mayGoNow(account: ManagedAccount, order: LiveOrder, nowMs: number): boolean {
  if (!account.isReconciled || account.queue.length > 0 || isBehindAnother(account, order)) return false
  return account.orderRateLimiter.waitMs(nowMs, priorityOf(order)) === 0
}

function startSending(account: ManagedAccount, order: LiveOrder, nowMs: number): void {
  account.orderRateLimiter.spend(nowMs)
  account.inFlight.add(order)
  order.state = 'SENDING'
  order.sentAtMs = nowMs
}

/** Orders of one instrument are sent one after the other: a reversal enters only after its exit has ended. */
function isBehindAnother(account: ManagedAccount, order: LiveOrder): boolean {
  for (const { token, orders } of account.positions.values()) {
    if (token !== order.token) continue
    for (const other of orders) {
      if (other === order || isEnded(other)) continue
      if (other.state !== 'CREATED' || isFirst(other, order)) return true
    }
  }
  return false
}

function isFirst(left: LiveOrder, right: LiveOrder): boolean {
  if ((left.purpose === 'ENTRY') !== (right.purpose === 'ENTRY')) return left.purpose !== 'ENTRY'
  return left.createdAtMs < right.createdAtMs || (left.createdAtMs === right.createdAtMs && left.id < right.id)
}

function priorityOf({ purpose }: LiveOrder): 'HIGH' | 'NORMAL' {
  return purpose === 'ENTRY' ? 'NORMAL' : 'HIGH'
}

function dropOld(engine: LiveEngine, account: ManagedAccount, nowMs: number): void {
  const old = account.queue.filter((order) => {
    if (order.purpose !== 'ENTRY') return false
    const position = account.positions.get(order.positionId)
    const isPastSession = position !== undefined && nowMs >= position.squareOffAtMs
    return isPastSession || nowMs - order.decidedAtMs > ENTRY_AGE_LIMIT_MS
  })
  account.queue = account.queue.filter((order) => !old.includes(order))
  for (const order of old) engine.verbs.endOrder(engine, account, order, { state: 'EXPIRED', code: 'TOO_OLD' })
}

function deny(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  account.inFlight.delete(order)
  engine.verbs.endOrder(engine, account, order, { state: 'DENIED', code: 'SWITCHED_OFF' })
}

/** Reports an error of one account's order without affecting the other accounts. */
function place(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): void {
  if (engine.isStopped) return
  const { clock, timers } = engine.setup
  const waitMs = account.requestRateLimiter.waitMs(clock.nowMs(), 'HIGH')
  if (waitMs > 0) return void timers.after(waitMs, () => place(engine, account, order))
  account.requestRateLimiter.spend(clock.nowMs())
  const what = `order ${order.id} of ${account.instance.id} could not be processed`
  inBackground(engine, what, sendOne(engine, account, order))
}

/** Like `submitOrders`, without waiting until the orders are recorded. */
export function submitSoon(engine: LiveEngine, batch: readonly AccountOrder[]): void {
  inBackground(engine, `order batch of ${batch.length} could not be processed`, submitOrders(engine, batch))
}

async function sendOne(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): Promise<void> {
  const { clock } = engine.setup
  const outcome = await account.broker.place(requestOf(engine, account, order))
  account.inFlight.delete(order)
  if (engine.isStopped) return
  switch (outcome.kind) {
    case 'acknowledged':
      account.rejectionsInARow = 0
      // An order update may have arrived before this answer.
      if (order.state === 'SENDING') order.state = 'ACKNOWLEDGED'
      order.brokerOrderId ??= outcome.brokerOrderId
      order.acknowledgedAtMs = clock.nowMs()
      void engine.writeBehindQueue.write({ changedOrders: [order] })
      engine.verbs.reconcileSoon(engine, account, LOOK_UP_AFTER_MS)
      break
    case 'refused':
      if (!outcome.isRetryable) noteRejection(engine, account, outcome.sentence)
      engine.verbs.endOrder(engine, account, order, {
        state: 'REJECTED',
        code: 'REFUSED',
        detail: outcome.sentence,
        isRetryable: outcome.isRetryable,
      })
      break
    case 'unknown':
      if (order.state === 'SENDING') order.state = 'UNKNOWN'
      order.code = 'NO_ANSWER'
      order.detail = outcome.why
      void engine.writeBehindQueue.write({ changedOrders: [order] })
      engine.verbs.reconcileSoon(engine, account, LOOK_UP_AFTER_MS)
  }
}

export function requestOf(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): OrderRequest {
  const instrument = slotOf(account, order.token)?.instrument ?? engine.instruments.get(order.token)
  if (!instrument) throw new Error(`order ${order.id} has an unknown instrument: ${order.token}`)
  const lastPaise = engine.lastPaise.get(order.token) ?? order.pricePaise
  const { clientId, side, quantity, purpose, decidedAtMs } = order
  return {
    clientId,
    instrument,
    side,
    quantity,
    purpose,
    decidedAtMs,
    product: 'INTRADAY',
    price: { kind: 'MARKET', lastPaise },
  }
}
