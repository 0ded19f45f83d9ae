// The broker's books are the only way in which an unknown outcome is resolved. They are read when something asks for it,
// and again for as long as anything moves.

import type { BrokerFill, BrokerOrder } from '../../../broker.ts'
import { indiaDayNumber, SECOND_MS } from '../../../time.ts'
import { applyBrokerOrder } from '../events/apply-broker-order.ts'
import { followExit } from '../exits/follow-exit.ts'
import { noteReport } from '../exits/reported-fills.ts'
import { sendQueued } from '../orders/order-queue.ts'
import { noteOutsideIds, withKnownTags } from '../state/broker-day.ts'
import type { Books } from '../state/input.ts'
import { isEnded, isLost } from '../state/live-order.ts'
import { brokerDayOf, type ManagedAccount, mayBeExposed, openOrders } from '../state/managed-account.ts'
import { lookUpSoon, notifyOwner } from '../state/want.ts'
import { isBehindSocket } from './behind-socket.ts'
import { claimStrays } from './claim-strays.ts'
import { adoptUntagged, findBrokerOrder, noteMissing } from './find-broker-order.ts'
import { reconcilePositions, reconcileWithoutPositions } from './reconcile-positions.ts'

const LOOK_AGAIN_MS = 5 * SECOND_MS
// An order without an answer may hold shares already that nothing protects.
const UNKNOWN_AGAIN_MS = 2 * SECOND_MS
const UNKNOWN_HURRIED_MS = 30 * SECOND_MS
const TRY_AGAIN_MS = 3 * SECOND_MS
const WATCH_AGAIN_MS = 30 * SECOND_MS
const POSITIONS_EVERY_MS = { exposed: 15 * SECOND_MS, flat: 60 * SECOND_MS }

/** A look-up is due: the books are read, one reading at a time. */
export function readBooks(account: ManagedAccount): void {
  if (account.isReading) {
    account.mustReadAgain = true
    return
  }
  account.isReading = true
  const { nowMs } = account.context
  const withPositions = account.instance.mode === 'LIVE' && nowMs >= account.positionsDueMs
  if (withPositions) account.positionsDueMs = nowMs + pauseMsOf(account)
  account.effects.push({ do: 'READ_BOOKS', withPositions })
}

/** The books were read: orders follow what they show, and exits what they let follow. */
export function takeBooks(account: ManagedAccount, { orders, trades, positions }: Books): void {
  account.isReading = false
  // Whoever gets the account next reads the books again; what its user sent today is no longer known here.
  if (account.isDraining) return
  const books = { orders: withKnownTags(brokerDayOf(account), orders), trades, positions }
  const isFirst = !account.isReconciled
  settle(account, books)
  if (positions) reconcilePositions(account, { ...books, positions })
  else reconcileWithoutPositions(account, books.orders)
  account.isReconciled = true
  if (isFirst) beginTrading(account)
  readAgain(account)
}

/** The books could not be read. Without the trades nothing is booked; what rows say is filled is protected all the same. */
export function missBooks(account: ManagedAccount, orders: readonly BrokerOrder[], refusal: string | null): void {
  account.isReading = false
  for (const row of orders) noteReport(account, row)
  if (refusal !== null) {
    // No entries until the owner has fixed the log-in; open positions are still managed.
    account.instance = { ...account.instance, isRunning: false }
    notifyOwner(account, 'CREDENTIALS_REFUSED', refusal)
  }
  if (!account.isDraining) lookUpSoon(account, TRY_AGAIN_MS)
}

/** Nothing was sent, and no exit decided, until the books were read for the first time. */
function beginTrading(account: ManagedAccount): void {
  for (const position of Array.from(account.positions.values()))
    if (position.closedAtMs === null) followExit(account, position)
  sendQueued(account)
}

function readAgain(account: ManagedAccount): void {
  if (account.mustReadAgain) {
    account.mustReadAgain = false
    return lookUpSoon(account, 0)
  }
  const isWatching = forgetOldLostOrders(account)
  const { nowMs } = account.context
  const open = openOrders(account)
  const isUnanswered = open.some(
    ({ state, sentAtMs }) => state === 'UNKNOWN' && nowMs - (sentAtMs ?? 0) < UNKNOWN_HURRIED_MS,
  )
  // A stop that rests needs no polling; the order socket and the reading of positions tell when it is gone.
  const isMoving = open.some(({ state }) => state !== 'CREATED' && state !== 'RESTING')
  if (isBehindSocket(account)) lookUpSoon(account, SECOND_MS)
  else if (isUnanswered) lookUpSoon(account, UNKNOWN_AGAIN_MS)
  else if (isMoving) lookUpSoon(account, LOOK_AGAIN_MS)
  else if (account.instance.mode === 'LIVE') lookUpSoon(account, untilPositionsMs(account))
  else if (isWatching) lookUpSoon(account, WATCH_AGAIN_MS)
}

/** Another reading may have been asked for sooner than usual, and a look-up since then came before it. */
function untilPositionsMs(account: ManagedAccount): number {
  return Math.max(0, Math.min(pauseMsOf(account), account.positionsDueMs - account.context.nowMs))
}

function pauseMsOf(account: ManagedAccount): number {
  return mayBeExposed(account) ? POSITIONS_EVERY_MS.exposed : POSITIONS_EVERY_MS.flat
}

/** Lost orders are watched until the end of the day; returns true while there are any. */
function forgetOldLostOrders(account: ManagedAccount): boolean {
  const today = indiaDayNumber(account.context.nowMs)
  let isWatching = false
  for (const position of Array.from(account.positions.values())) {
    if (position.closedAtMs === null) continue
    if (position.orders.some((order) => indiaDayNumber(order.decidedAtMs) === today)) isWatching = true
    else account.positions.delete(position.id)
  }
  return isWatching
}

/** Entries first: an exit is booked against what its entry has filled. */
function settle(account: ManagedAccount, books: Books): void {
  const day = brokerDayOf(account)
  noteOutsideIds(day, books.trades)
  const unexplained = books.orders.filter(({ brokerOrderId }) => !day.outsideIds.has(brokerOrderId))
  claimStrays(account, unexplained)
  for (const position of Array.from(account.positions.values())) {
    for (const order of Array.from(position.orders)) {
      if (order.state === 'CREATED' || order.purpose === 'OUTSIDE' || order.isInFlight) continue
      if (isEnded(order) && !isLost(order)) continue
      const tagged = findBrokerOrder(account, order, books.orders)
      const found = tagged ?? adoptUntagged(account, order, unexplained)
      // A lost order that the book showed without its tag was booked as closed outside; its tag comes too late.
      if (found && isLost(order) && day.outsideIds.has(found.brokerOrderId)) continue
      if (found) applyBrokerOrder(account, order, found, tradesOf(found, books))
      else noteMissing(account, order, books.orders)
    }
  }
}

/** Few orders are open, while the books have all of the day. */
function tradesOf({ brokerOrderId }: BrokerOrder, { trades }: Books): readonly BrokerFill[] {
  return trades.filter((trade) => trade.brokerOrderId === brokerOrderId)
}
