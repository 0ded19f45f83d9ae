import type { BrokerFill, BrokerOrder } from '../../../broker.ts'
import type { Fill } from '../../../fill.ts'
import { SECOND_MS } from '../../../time.ts'
import type { OrderEvent } from '../../order-life.ts'
import { followExit } from '../exits/follow-exit.ts'
import { protectPosition } from '../exits/protect-position.ts'
import { confirmReport, noteReport } from '../exits/reported-fills.ts'
import { countShares } from '../state/broker-day.ts'
import { foldSlot } from '../state/fold-slot.ts'
import { filledQuantity, isLost, type LiveOrder } from '../state/live-order.ts'
import { isEntering, isOver, isPart } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount } from '../state/managed-account.ts'
import { lookUpSoon, record } from '../state/want.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { isLateCopy, settleChange } from './change-result.ts'
import { isFromRow, missingTrades } from './missing-trades.ts'

const TRADES_LATE_MS = SECOND_MS
const CHANGE_LATE_MS = SECOND_MS / 2

/** Applies the broker's fills of an order and, once all of them are known, the state that its row shows. */
export function applyBrokerOrder(
  account: ManagedAccount,
  order: LiveOrder,
  row: BrokerOrder,
  trades: readonly BrokerFill[],
): void {
  order.missedSinceMs = null
  order.isProvenAbsent = false
  // The row proves that the order exists, and nothing else.
  if (row.state === 'UNREADABLE') return
  const isFound = noteBrokerId(account, order, row)
  const hasNewFills = addFills(account, order, [...trades, ...missingTrades(account, order, row, trades)])
  confirmReport(account, order)
  noteReport(account, row)
  const isSettled = !isLateCopy(account, order, row) && settleChange(account, order, row)
  const event = isSettled ? eventOf(account, order, row) : null
  if (event !== null) return applyOrderEvent(account, order, eventInput(event, row, hasNewFills))
  // Also which row it is: what is sent next, before its trades are known, counts on it.
  if (hasNewFills || isFound) record(account, { changedOrders: [order] })
  lookUpSoon(account, isSettled ? TRADES_LATE_MS : CHANGE_LATE_MS)
  // What it has left is protected or closed without waiting for its trades.
  const position = account.positions.get(order.positionId)
  if (position && order.purpose !== 'ENTRY' && !isLost(order) && isOver(order)) followExit(account, position)
}

/** True if its id was not known before. */
function noteBrokerId(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): boolean {
  brokerDayOf(account).orderIds.add(row.brokerOrderId)
  if (order.brokerOrderId !== null) return false
  order.brokerOrderId = row.brokerOrderId
  order.acknowledgedAtMs = account.context.nowMs
  return true
}

function addFills(account: ManagedAccount, order: LiveOrder, trades: readonly BrokerFill[]): boolean {
  // Its missing trades were booked from the row; they may turn up after all.
  if (order.fills.some(isFromRow)) return false
  const known = new Set(order.fills.map(({ tradeId }) => tradeId))
  const fresh = new Map<string, Fill>()
  const countsOnce = account.context.tuning.countsFillsOnce ?? true
  for (const trade of trades) if (!countsOnce || !known.has(trade.tradeId)) fresh.set(trade.tradeId, fillOf(trade))
  if (fresh.size === 0) return false
  order.fills = [...order.fills, ...fresh.values()]
  const day = brokerDayOf(account)
  for (const { side, quantity } of fresh.values()) countShares(day, order.token, side, quantity)
  foldSlot(account, order.token)
  // With the order's new state, so that both are written in one transaction.
  record(account, {
    newFills: [...fresh.values()].map((fill) => ({ instanceId: order.instanceId, orderId: order.id, fill })),
  })
  if (order.purpose !== 'ENTRY') explainShortage(account, order, fresh.values())
  noteFills(account, order)
  return true
}

/**
 * Shares that the broker lacked were sold by this very order: its fills came late, or stood in the book as somebody
 * else's while its own outcome was unknown.
 */
function explainShortage({ positions }: ManagedAccount, order: LiveOrder, fresh: Iterable<Fill>): void {
  const position = positions.get(order.positionId)
  const shortage = position?.shortage
  if (!position || !shortage) return
  const explained = order.state === 'UNKNOWN' ? 0 : shortage.explained
  let unexplained = shortage.quantity - explained
  for (const { quantity } of fresh) unexplained -= quantity
  const quantity = explained + Math.max(0, unexplained)
  const left = { ...shortage, quantity, explained: Math.min(quantity, shortage.explained) }
  position.shortage = quantity === 0 ? null : left
}

/** An entry's shares are protected from the first one on; a stop that fills has been triggered by the exchange. */
function noteFills(account: ManagedAccount, order: LiveOrder): void {
  const position = account.positions.get(order.positionId)
  if (!position || isLost(order)) return
  if (order.purpose === 'ENTRY' && !order.isLate) {
    position.openedAtMs ??= order.fills[0]?.atMs ?? null
    protectPosition(account, position)
  }
  if (order.purpose !== 'PROTECT' || order.triggerPaise === null) return
  // A change that made it the exit of a part may have been made, though it seemed refused.
  if (!isPart(position, order, filledQuantity(order))) position.exitReason ??= 'STOP_LOSS'
  order.reason = position.exitReason ?? 'SIGNAL'
  order.triggerPaise = null
  order.changedAtMs = account.context.nowMs
}

/** Null while the row says that the order has ended but not all of its fills are known, or its entry is not over. */
function eventOf(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): OrderEvent | null {
  const filled = filledQuantity(order)
  const areAllHere = filled >= row.filledQuantity
  const position = account.positions.get(order.positionId)
  // A row that lacks fills is older than they are: the change that it seemed to refuse may have been made.
  const asked = row.filledQuantity < filled ? (order.refusals?.mostAsked ?? 0) : 0
  const isFull = filled >= Math.max(order.quantity, row.quantity, asked) || (row.state === 'COMPLETE' && areAllHere)
  const hasEnded = isFull || row.state === 'CANCELLED' || row.state === 'REJECTED'
  if (hasEnded) {
    if (!isFull && !areAllHere) return null
    // The profit of an exit counts the charges of its entry, which are final only with the entry.
    if (order.purpose !== 'ENTRY' && filled > 0 && position && isEntering(position)) return null
    if (isFull) return 'filled'
    // What a lost order has filled is taken up first; it ends with the next reading.
    if (isLost(order) && filled > 0) return 'filledPartly'
    return row.state === 'CANCELLED' ? 'seenCancelled' : 'seenRejected'
  }
  if (row.state === 'COMPLETE') return null
  if (filled > 0) return 'filledPartly'
  return row.state === 'RESTING' ? 'seenResting' : 'seenWorking'
}

function eventInput(event: OrderEvent, { text }: BrokerOrder, hasNewFills: boolean) {
  if (event === 'seenRejected') return { event, code: 'REJECTED_BY_EXCHANGE', detail: text, hasNewFills } as const
  return event === 'seenCancelled' ? { event, detail: text, hasNewFills } : { event, hasNewFills }
}

function fillOf({ tradeId, side, quantity, pricePaise, atMs }: BrokerFill): Fill {
  return { tradeId, side, quantity, pricePaise, atMs }
}
