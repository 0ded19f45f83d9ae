import { indiaDayNumber, SECOND_MS } from '@trading-bot/core/time'
import type { BrokerFill, BrokerOrder, BrokerPosition } from '../../ports.ts'
import { pumpQueue } from './order-gateway.ts'
import { followExit } from '../positions/follow-exit.ts'
import { reconcilePositions, reconcileWithoutPositions } from '../positions/reconcile-positions.ts'
import { noteReport } from '../positions/reported-fills.ts'
import { brokerDayOf, noteOutsideIds, withKnownTags } from '../accounts/broker-day.ts'
import { type ManagedAccount, mayBeExposed, openOrders } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine, notifyOwner } from '../live-engine.ts'
import { applyBrokerOrder } from './apply-broker-order.ts'
import { isEnded, isLost } from './live-order.ts'
import { claimStrays } from './claim-strays.ts'
import { adoptUntagged, findBrokerOrder, noteMissing } from './find-broker-order.ts'

const LOOK_AGAIN_MS = 5 * SECOND_MS
// A book that is further behind is not hurried.
const BEHIND_MS = 15 * SECOND_MS
const TRY_AGAIN_MS = 3 * SECOND_MS
const WATCH_AGAIN_MS = 30 * SECOND_MS
const POSITIONS_EVERY_MS = { exposed: 15 * SECOND_MS, flat: 60 * SECOND_MS }

export type Books = {
  readonly orders: readonly BrokerOrder[]
  readonly trades: readonly BrokerFill[]
  /** Read before the others, so that our fills never lag behind it; null when it was not due or not available. */
  readonly positions: readonly BrokerPosition[] | null
}

/** Looks the account's books up; an error is reported and the look-up repeated. */
export function lookUpBooks(engine: LiveEngine, account: ManagedAccount): void {
  reconcileOrders(engine, account).catch((error: unknown) => {
    account.isReconciling = false
    engine.setup.onError(`orders of ${account.instance.id} could not be reconciled`, error)
    account.lookUp.soon(TRY_AGAIN_MS)
  })
}

/** Reconciles one account's orders with the broker's books, the only way in which an unknown outcome is resolved. */
async function reconcileOrders(engine: LiveEngine, account: ManagedAccount): Promise<void> {
  if (account.isReconciling) {
    account.mustReconcileAgain = true
    return
  }
  account.isReconciling = true
  const books = await fetchBooks(engine, account)
  account.isReconciling = false
  // Whoever gets the account next reads the books again; what its user sent today is no longer known here.
  if (hasStopped(engine, account) || account.isDraining) return
  if (books === null) return account.lookUp.soon(TRY_AGAIN_MS)
  const isFirst = !account.isReconciled
  settle(engine, account, books)
  if (books.positions) reconcilePositions(engine, account, { ...books, positions: books.positions })
  else reconcileWithoutPositions(engine, account, books.orders)
  account.isReconciled = true
  if (isFirst) beginTrading(engine, account)
  reconcileAgain(engine, account)
}

/** Nothing was sent, and no exit decided, until the books were read for the first time. */
function beginTrading(engine: LiveEngine, account: ManagedAccount): void {
  for (const position of Array.from(account.positions.values()))
    if (position.closedAtMs === null) followExit(engine, account, position)
  pumpQueue(engine, account)
}

async function fetchBooks(engine: LiveEngine, account: ManagedAccount): Promise<Books | null> {
  const { broker } = account
  const nowMs = engine.setup.clock.nowMs()
  const arePositionsDue = account.instance.mode === 'LIVE' && nowMs >= account.positionsDueMs
  if (arePositionsDue) account.positionsDueMs = nowMs + pauseMsOf(account)
  const positions = arePositionsDue ? await broker.positions() : null
  const orders = await broker.orderBook()
  const trades = orders.kind === 'answered' ? await broker.tradeBook() : null
  if (orders.kind === 'answered' && trades?.kind === 'answered') {
    return {
      orders: withKnownTags(brokerDayOf(engine, account.instance.userId), orders.value),
      trades: trades.value,
      positions: positions?.kind === 'answered' ? positions.value : null,
    }
  }
  // Without the trades nothing is booked; what the rows say is filled is protected all the same.
  if (orders.kind === 'answered') for (const row of orders.value) noteReport(engine, account, row)
  const refused = orders.kind === 'refused' ? orders : trades?.kind === 'refused' ? trades : null
  if (refused && !hasStopped(engine, account)) {
    // No entries until the owner has fixed the log-in; open positions are still managed.
    account.instance = { ...account.instance, isRunning: false }
    notifyOwner(engine, account, 'CREDENTIALS_REFUSED', refused.sentence)
  }
  return null
}

function reconcileAgain(engine: LiveEngine, account: ManagedAccount): void {
  if (account.mustReconcileAgain) {
    account.mustReconcileAgain = false
    return account.lookUp.soon(0)
  }
  const isWatching = forgetOldLostOrders(engine, account)
  // A stop that rests needs no polling; the order socket and the reading of positions tell when it is gone.
  const isMoving = openOrders(account).some(({ state }) => state !== 'CREATED' && state !== 'RESTING')
  if (isBehindSocket(engine, account)) account.lookUp.soon(SECOND_MS)
  else if (isMoving) account.lookUp.soon(LOOK_AGAIN_MS)
  else if (account.instance.mode === 'LIVE') account.lookUp.soon(untilPositionsMs(engine, account))
  else if (isWatching) account.lookUp.soon(WATCH_AGAIN_MS)
}

/** The order socket has told that an order is over, and the book lags behind it. */
function isBehindSocket({ setup }: LiveEngine, account: ManagedAccount): boolean {
  for (const [id, sinceMs] of account.toldOverMs)
    if (setup.clock.nowMs() - sinceMs > BEHIND_MS) account.toldOverMs.delete(id)
  return openOrders(account).some(
    ({ brokerOrderId }) => brokerOrderId !== null && account.toldOverMs.has(brokerOrderId),
  )
}

/** Another reading may have been asked for sooner than usual, and a look-up since then came before it. */
function untilPositionsMs({ setup }: LiveEngine, account: ManagedAccount): number {
  return Math.max(0, Math.min(pauseMsOf(account), account.positionsDueMs - setup.clock.nowMs()))
}

function pauseMsOf(account: ManagedAccount): number {
  return mayBeExposed(account) ? POSITIONS_EVERY_MS.exposed : POSITIONS_EVERY_MS.flat
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

/** Entries first: an exit is booked against what its entry has filled. */
function settle(engine: LiveEngine, account: ManagedAccount, books: Books): void {
  const fills = new Map<string, BrokerFill[]>()
  for (const trade of books.trades) fills.set(trade.brokerOrderId, [...(fills.get(trade.brokerOrderId) ?? []), trade])
  const day = brokerDayOf(engine, account.instance.userId)
  noteOutsideIds(day, books.trades)
  const unexplained = books.orders.filter(({ brokerOrderId }) => !day.outsideIds.has(brokerOrderId))
  claimStrays(engine, account, unexplained)
  for (const position of Array.from(account.positions.values())) {
    for (const order of Array.from(position.orders)) {
      if (order.state === 'CREATED' || order.purpose === 'OUTSIDE' || account.inFlight.has(order)) continue
      if (isEnded(order) && !isLost(order)) continue
      const tagged = findBrokerOrder(engine, account, order, books.orders)
      const found = tagged ?? adoptUntagged(engine, account, order, unexplained)
      const trades = (found && fills.get(found.brokerOrderId)) ?? []
      // A lost order that the book showed without its tag was booked as closed outside; its tag comes too late.
      if (found && isLost(order) && day.outsideIds.has(found.brokerOrderId)) continue
      if (found) applyBrokerOrder(engine, account, order, found, trades)
      else noteMissing(engine, account, order, books.orders)
    }
  }
}
