import type { BrokerOrder } from '../../../broker.ts'
import { SECOND_MS } from '../../../time.ts'
import { applyOrderEvent } from '../events/apply-order-event.ts'
import { isLost, isOverRow, type LiveOrder } from '../state/live-order.ts'
import { brokerDayOf, type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { noteDifference, notifyOwner, record } from '../state/want.ts'

// An order must be missing for this long before it counts as not placed, because the broker's books may lag.
const NOT_FOUND_AFTER_MS = 30 * SECOND_MS
// Less where the book is proven to be current: a stop that is waited for leaves its position without protection.
const MISSED_AGAIN_AFTER_MS = 5 * SECOND_MS
const VANISHED_AFTER_MS = 600 * SECOND_MS
const VANISHED_FROM_CURRENT_AFTER_MS = 50 * SECOND_MS
const SAME_TIME_MS = { before: 10 * SECOND_MS, after: 60 * SECOND_MS }
const FAR_SHARE = 0.03
const WARN_AFTER_MS = 120 * SECOND_MS
const EXIT_WAITS_MS = 25 * SECOND_MS

/** Our order in the broker's book: by the broker's id, or by our tag as long as no other order has taken the row. */
export function findBrokerOrder(
  account: ManagedAccount,
  order: LiveOrder,
  book: readonly BrokerOrder[],
): BrokerOrder | undefined {
  if (order.brokerOrderId !== null) return book.find(({ brokerOrderId }) => brokerOrderId === order.brokerOrderId)
  const { orderIds } = brokerDayOf(account)
  return book.find(({ clientId, brokerOrderId }) => clientId === order.clientId && !orderIds.has(brokerOrderId))
}

/**
 * An order whose answer and tag were both lost: the one row that is like it, of its time, and that nothing else explains.
 * It is protected first and shown to the owner second. Null where more rows than orders of ours look alike. An exit that
 * is about to count as not placed, or does, is taken for one that has closed as much: whoever placed it, the shares are
 * gone. A row that works may be the owner's.
 */
export function adoptUntagged(
  account: ManagedAccount,
  order: LiveOrder,
  book: readonly BrokerOrder[],
): BrokerOrder | null {
  if (!isUnplaced(order)) return null
  const rows = book.filter((row) => isLike(account, order, row)).filter((row) => isAdoptable(account, order, row, book))
  if (rows.length === 0) return null
  const alike = unplacedLike(account, order)
  // One that is still on its way may be any of these rows.
  if (alike.some(({ state }) => state === 'SENDING')) return null
  const unknown = alike.filter(isUnplaced)
  if (rows.length > unknown.length) return null
  const row = pairByTime(unknown, rows).get(order)
  if (!row) return null
  brokerDayOf(account).adopted.add(order.id)
  const symbol = symbolOf(account, order.token)
  const shown = `The broker shows an order for ${row.quantity} shares of ${symbol} without the bot’s tag. It is like one that the bot sent and got no answer for, so that the bot takes it for its own`
  if (isAskedAbout(order)) noteAdoption(account, order)
  notifyOwner(account, 'MISMATCH', `${shown} ${outcomeOf(order, row)}`)
  return row
}

function outcomeOf(order: LiveOrder, row: BrokerOrder): string {
  if (isAskedAbout(order))
    return 'and protects it. Is it yours? Please answer at the position, on the page of your bot.'
  if (order.purpose === 'ENTRY') return 'and closes what it has filled.'
  return hasClosed(order, row) ? 'and counts what it has closed.' : 'and keeps it as the stop of its position.'
}

/** An entry; one that had been given up is cancelled and closed instead, and whose an exit is makes no difference. */
function isAskedAbout(order: LiveOrder): boolean {
  return order.purpose === 'ENTRY' && !isLost(order)
}

/** The question stands at the position until its owner has answered it. */
function noteAdoption(account: ManagedAccount, { positionId }: LiveOrder): void {
  const position = account.positions.get(positionId)
  if (!position) return
  position.adoptedAtMs = account.context.nowMs
  record(account, { positions: [position] })
}

function isAdoptable(
  account: ManagedAccount,
  order: LiveOrder,
  row: BrokerOrder,
  book: readonly BrokerOrder[],
): boolean {
  if (order.purpose === 'ENTRY') return true
  if (order.triggerPaise !== null && row.state === 'RESTING') return row.triggerPaise === order.triggerPaise
  return hasClosed(order, row) && (isLost(order) || isMissingForLong(account, order, book))
}

/** An exit that is over and has closed something; a stop only at the far side of its trigger. */
function hasClosed({ purpose, side, triggerPaise }: LiveOrder, row: BrokerOrder): boolean {
  if (purpose === 'ENTRY' || !isOverRow(row) || row.filledQuantity === 0) return false
  if (triggerPaise === null) return true
  return side === 'SELL' ? row.averagePaise <= triggerPaise : row.averagePaise >= triggerPaise
}

/** The orders that the rows stand for: each row for the newest that was sent before it. */
function pairByTime(orders: readonly LiveOrder[], rows: readonly BrokerOrder[]): Map<LiveOrder, BrokerOrder> {
  const timeOf = ({ updatedMs }: BrokerOrder) => updatedMs ?? Infinity
  const byTime = rows.toSorted((left, right) => timeOf(left) - timeOf(right))
  const pairs = new Map<LiveOrder, BrokerOrder>()
  let newest = orders.length - 1
  for (let index = byTime.length - 1; index >= 0; index--) {
    const row = byTime[index]!
    // The earlier rows need an order each.
    while (newest > index && (orders[newest]!.sentAtMs ?? 0) > timeOf(row) + SAME_TIME_MS.before) newest--
    pairs.set(orders[newest--]!, row)
  }
  return pairs
}

/** Sent without an answer, or given up as not placed: it may stand in the book without our knowing its id. */
function isUnplaced(order: LiveOrder): boolean {
  return order.brokerOrderId === null && (order.state === 'UNKNOWN' || isLost(order))
}

type Looks = Pick<BrokerOrder, 'token' | 'side' | 'quantity'>

/** Whether a row without a tag may be an order of one of the user's bots whose answer was lost. */
export function mayBeUnplaced(account: ManagedAccount, row: BrokerOrder): boolean {
  return unplacedLike(account, row).some((order) => isLike(account, order, row) && mayFill(order, row))
}

/**
 * Whether a row is, by its tag, or may be, without one, an order of one of the user's bots whose outcome is still open,
 * over or not.
 */
export function mayBeUnanswered(account: ManagedAccount, row: BrokerOrder): boolean {
  return unplacedLike(account, row).some((order) => {
    if (row.clientId !== '') return order.clientId === row.clientId
    return !isLost(order) && isLike(account, order, row) && (mayFill(order, row) || hasClosed(order, row))
  })
}

/** Orders of the user's bots that were sent and look the same at the broker, whose id we do not know, oldest first. */
function unplacedLike({ user }: ManagedAccount, like: Looks): readonly LiveOrder[] {
  return [...user.accounts]
    .flatMap(({ positions }) => [...positions.values()].flatMap(({ orders }) => orders))
    .filter((order) => isUnplaced(order) || (order.state === 'SENDING' && order.brokerOrderId === null))
    .filter(({ token, side, quantity }) => token === like.token && side === like.side && quantity === like.quantity)
    .toSorted((left, right) => (left.sentAtMs ?? 0) - (right.sentAtMs ?? 0))
}

/** An order that a complete book does not show counts as not placed, once that was so for long enough. */
export function noteMissing(account: ManagedAccount, order: LiveOrder, book: readonly BrokerOrder[]): void {
  if (isLost(order)) return
  const nowMs = account.context.nowMs
  const isExit = order.purpose !== 'ENTRY'
  const sentMs = nowMs - (order.sentAtMs ?? nowMs)
  // A row that works and may be ours keeps an exit waiting, but not for long: what it may sell caps the next one.
  if (mayBeOurs(account, order, book) && !(isExit && sentMs > EXIT_WAITS_MS)) {
    order.missedSinceMs = null
    if (order.sentAtMs !== null && nowMs - order.sentAtMs > WARN_AFTER_MS) {
      const sentence = 'The broker’s book shows an order that may be the bot’s, without its tag. Please look at it.'
      notifyOwner(account, 'UNMANAGED', sentence)
    }
    return
  }
  if (order.missedSinceMs === null) {
    order.missedSinceMs = nowMs
    return
  }
  if (!isMissingForLong(account, order, book)) return
  order.missedSinceMs = null
  noteDifference(account, 'lost_order')
  applyOrderEvent(account, order, { event: 'notFound', code: 'NOT_PLACED' })
}

function isMissingForLong(account: ManagedAccount, order: LiveOrder, book: readonly BrokerOrder[]): boolean {
  const sinceMs = order.missedSinceMs ?? Infinity
  return account.context.nowMs - sinceMs >= notFoundAfterMs(account, order, book)
}

function notFoundAfterMs(account: ManagedAccount, order: LiveOrder, book: readonly BrokerOrder[]): number {
  if (order.brokerOrderId !== null) {
    // It was acknowledged, so a book without it is more likely stale than correct. An entry that a current book and the
    // positions lack is given up; an exit that may rest after all would become a second sell.
    const isCurrent = showsLaterOrder(account, order, book) || order.isProvenAbsent
    return order.purpose === 'ENTRY' && isCurrent ? VANISHED_FROM_CURRENT_AFTER_MS : VANISHED_AFTER_MS
  }
  const usualMs = account.context.tuning.notFoundAfterMs ?? NOT_FOUND_AFTER_MS
  // First missed by a book that is so much younger than the order, as after a hand-over: it is not waited for once more.
  const isOld = (order.missedSinceMs ?? 0) - (order.sentAtMs ?? Infinity) >= usualMs
  const isProven = isOld || (order.purpose === 'PROTECT' && showsLaterOrder(account, order, book))
  return isProven ? Math.min(usualMs, MISSED_AGAIN_AFTER_MS) : usualMs
}

/** A book with an order that we sent later is not older than this order. */
function showsLaterOrder({ positions }: ManagedAccount, order: LiveOrder, book: readonly BrokerOrder[]): boolean {
  const later = new Set<string | null>()
  for (const { orders } of positions.values())
    for (const other of orders) if ((other.sentAtMs ?? 0) > (order.sentAtMs ?? Infinity)) later.add(other.clientId)
  return book.some(({ clientId }) => later.has(clientId))
}

/**
 * A row without a tag and like our order, or one that cannot be read, may be ours: it keeps the order from counting as
 * not placed, and never more than that. A row that has ended cannot fill any more, so it keeps no exit: what it sold is
 * booked as closed outside (book-outside.ts), whoever placed it.
 */
function mayBeOurs(account: ManagedAccount, order: LiveOrder, book: readonly BrokerOrder[]): boolean {
  const { orderIds } = brokerDayOf(account)
  return book.some((row) => {
    if (row.state !== 'UNREADABLE') return isLike(account, order, row) && mayFill(order, row)
    return row.clientId === '' && !orderIds.has(row.brokerOrderId) && (row.token === '' || row.token === order.token)
  })
}

function mayFill({ purpose }: LiveOrder, { state }: BrokerOrder): boolean {
  return purpose === 'ENTRY' || state === 'WORKING' || state === 'RESTING'
}

/** A readable row without a tag that is of the order's time and like it. */
function isLike(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): boolean {
  const { orderIds } = brokerDayOf(account)
  if (row.clientId !== '' || orderIds.has(row.brokerOrderId) || row.state === 'UNREADABLE') return false
  const isAlike = row.token === order.token && row.side === order.side && row.quantity === order.quantity
  // Our prices are near the market; one that waits far from it is the owner's.
  if (order.triggerPaise === null && Math.abs((row.limitPaise ?? order.pricePaise) / order.pricePaise - 1) > FAR_SHARE)
    return false
  const sinceMs = (row.updatedMs ?? order.sentAtMs ?? 0) - (order.sentAtMs ?? 0)
  const isOfItsTime = sinceMs >= -SAME_TIME_MS.before && sinceMs <= SAME_TIME_MS.after
  return isAlike && isOfItsTime
}
