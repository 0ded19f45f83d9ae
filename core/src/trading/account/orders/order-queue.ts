// Every order is recorded before it is sent, per account in order, rate-limited, exits before entries.

import { advanceOrder } from '../../order-life.ts'
import { isEnded, type LiveOrder } from '../state/live-order.ts'
import { heldQuantity, isOver } from '../state/live-position.ts'
import { isSliceOf, type ManagedAccount } from '../state/managed-account.ts'
import { clearTimer, raise, setTimer } from '../state/want.ts'

/** An entry that waited longer than this was decided on an outdated price. */
export const ENTRY_AGE_LIMIT_MS = 60_000

/** Records a new order; it is sent as soon as it is recorded, if the rate limit and earlier orders allow. */
export function submit(account: ManagedAccount, order: LiveOrder): void {
  const { positions } = account
  if (mayGoNow(account, order)) startSending(account, order)
  account.effects.push({ do: 'SUBMIT', order, position: positions.get(order.positionId)! })
}

/** An order is recorded: it is placed, or waits for its turn. */
export function takeRecorded(account: ManagedAccount, order: LiveOrder): void {
  if (order.state === 'SENDING') return place(account, order)
  if (order.state !== 'CREATED') return
  account.queue.push(order)
  sendQueued(account)
}

/** Sends queued orders as far as the rate limit and earlier orders allow. */
export function sendQueued(account: ManagedAccount): void {
  clearTimer(account, 'SEND_QUEUED')
  if (!account.isReconciled || account.isDraining || account.queue.length === 0) return
  dropOld(account)
  const ready = account.queue
    .filter((order) => !isBehindAnother(account, order))
    .sort((left, right) => Number(left.purpose === 'ENTRY') - Number(right.purpose === 'ENTRY'))
  const orders: LiveOrder[] = []
  for (const order of ready) {
    const waitMs = waitMsOf(account, order)
    if (waitMs > 0) {
      setTimer(account, waitMs, { what: 'SEND_QUEUED' }, 'SEND_QUEUED')
      break
    }
    startSending(account, order)
    orders.push(order)
  }
  if (orders.length === 0) return
  account.queue = account.queue.filter((order) => order.state === 'CREATED')
  account.effects.push({ do: 'SEND', orders })
}

/** Takes an order that was not sent yet out of the queue. */
export function withdrawOrder(account: ManagedAccount, order: LiveOrder): void {
  if (!account.queue.includes(order)) return
  account.queue = account.queue.filter((other) => other !== order)
  raise(account, order, { event: 'deny', code: 'WITHDRAWN' })
}

function place(account: ManagedAccount, order: LiveOrder): void {
  const untilMs = order.purpose === 'ENTRY' ? (order.sentAtMs ?? 0) + ENTRY_AGE_LIMIT_MS : Infinity
  account.effects.push({ do: 'PLACE', order, untilMs })
}

function mayGoNow(account: ManagedAccount, order: LiveOrder): boolean {
  const isResting = !account.isReconciled || account.isDraining
  if (isResting || account.queue.length > 0 || isBehindAnother(account, order)) return false
  return waitMsOf(account, order) === 0
}

function waitMsOf(account: ManagedAccount, order: LiveOrder): number {
  const { nowMs } = account.context
  if (order.purpose !== 'ENTRY') return account.orderRateLimiter.waitMs(nowMs, 'HIGH')
  return account.orderRateLimiter.waitMs(nowMs, 'NORMAL', entryCalls(account))
}

/** A live entry is followed by its stop, and perhaps by an exit. */
const CALLS_AFTER_ENTRY = 2

/**
 * Calls that must be free before an entry is admitted: its own, and those that keep it and the entries before it
 * protected. Paper orders have no stop at an exchange.
 */
function entryCalls({ instance, positions }: ManagedAccount): number {
  if (instance.mode === 'PAPER') return 1
  let unprotected = 1
  for (const { orders, closedAtMs } of positions.values()) {
    if (closedAtMs !== null) continue
    const isEntering = orders.some(
      ({ purpose, state }) => purpose === 'ENTRY' && state !== 'CREATED' && !isEnded({ state }),
    )
    if (isEntering && !orders.some(({ purpose }) => purpose !== 'ENTRY')) unprotected++
  }
  return 1 + CALLS_AFTER_ENTRY * unprotected
}

function startSending(account: ManagedAccount, order: LiveOrder): void {
  const { nowMs } = account.context
  account.orderRateLimiter.spend(nowMs)
  order.isInFlight = true
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

function dropOld(account: ManagedAccount): void {
  const { nowMs } = account.context
  const old = account.queue.filter((order) => {
    if (order.purpose !== 'ENTRY') return false
    const position = account.positions.get(order.positionId)
    const isPastSession = position !== undefined && nowMs >= position.squareOffAtMs
    return isPastSession || nowMs - order.decidedAtMs > ENTRY_AGE_LIMIT_MS
  })
  account.queue = account.queue.filter((order) => !old.includes(order))
  for (const order of old) raise(account, order, { event: 'lapse', code: 'TOO_OLD' })
}
