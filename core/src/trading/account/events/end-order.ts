import type { ExitReason } from '../../../round-trip.ts'
import { uncountEntry } from '../../settle-entry.ts'
import { exitTimerKey, followExit } from '../exits/follow-exit.ts'
import { protectPosition } from '../exits/protect-position.ts'
import { watchBare } from '../exits/watch-bare.ts'
import { enterNextSlice, restOfEntry, tryInSlices } from '../orders/entry-slices.ts'
import { newOrder } from '../orders/new-order.ts'
import { ENTRY_AGE_LIMIT_MS, sendQueued, submit } from '../orders/order-queue.ts'
import type { OrderEventInput } from '../state/context.ts'
import { bookProfit, costOfPart, foldSlot } from '../state/fold-slot.ts'
import {
  chargesOf,
  filledQuantity,
  filledValuePaise,
  isEnded,
  isLost,
  limitUntilMs,
  type LiveOrder,
} from '../state/live-order.ts'
import { entryOf, heldQuantity, type LivePosition, netPaise } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount } from '../state/managed-account.ts'
import { namedPrices } from '../state/named-prices.ts'
import { clearTimer, noteHolding, notifyOwner, record, setTimer, watch } from '../state/want.ts'

const TRIES = 3
// The broker's rate window of one second plus a margin.
const NEXT_WINDOW_MS = 1_100

/** An order is over: books charges and profit, and starts what follows. */
export function endOrder(
  account: ManagedAccount,
  position: LivePosition,
  order: LiveOrder,
  input: OrderEventInput,
): void {
  if (input.event === 'filled' || input.event === 'notFound') order.code = input.code ?? null
  order.endedAtMs = account.context.nowMs
  order.reported = null
  order.cancelled = null
  order.charges = chargesOf(order)
  if (order.purpose === 'ENTRY' && input.isRetryable && isWorthRetrying(account, order)) {
    order.isToRetry = true
    setTimer(account, NEXT_WINDOW_MS, { what: 'RETRY_ENTRY', positionId: position.id, orderId: order.id })
    return record(account, { changedOrders: [order] })
  }
  if (tryInSlices(account, position, order)) return record(account, { changedOrders: [order] })
  if (order.purpose === 'ENTRY') endEntry(account, position, order)
  else endExit(account, position, order)
  record(account, { changedOrders: [order], positions: [position] })
  followExit(account, position)
  sendQueued(account)
}

/** Resends an entry that a busy broker rejected under a new id, while its price is still current. */
export function retryEntry(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  if (!order.isToRetry) return
  order.isToRetry = false
  if (isCurrent(account, order) && position.exitReason === null) {
    const { side, quantity, purpose, reason, decidedAtMs, pricePaise, inputs } = order
    const next = newOrder(account, { position, side, quantity, purpose, reason, decidedAtMs, pricePaise, inputs })
    next.renewedUntilMs = order.renewedUntilMs
    return submit(account, next)
  }
  endEntry(account, position, order)
  record(account, { positions: [position] })
}

function isWorthRetrying(account: ManagedAccount, order: LiveOrder): boolean {
  return order.attempt < TRIES && isCurrent(account, order) && !order.isLate
}

function isCurrent({ context, instance }: ManagedAccount, { decidedAtMs }: LiveOrder): boolean {
  return context.nowMs - decidedAtMs < ENTRY_AGE_LIMIT_MS && instance.isRunning
}

function endEntry(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  const quantity = filledQuantity(order)
  if (order.isLate && quantity > 0) {
    // The slot may hold another position by now, so a late fill is kept as an orphaned position and closed.
    position.openedAtMs = order.fills[0]?.atMs ?? order.endedAtMs
    const sentence = 'An order that the broker had lost was placed after all; it is being closed.'
    return void notifyOwner(account, 'STRAY', sentence)
  }
  if (quantity === 0) return endUnfilled(account, position, order)
  position.replacement = null
  position.openedAtMs = order.fills[0]?.atMs ?? order.endedAtMs
  const rest = restOfEntry(account, order)
  noteHolding(account, position.token)
  // A stop or the owner may have closed everything before the entry ended.
  finishIfFlat(account, position, order)
  if (position.closedAtMs === null) protectPosition(account, position)
  if (rest > 0) enterNextSlice(account, position, order)
  foldSlot(account, position.token)
}

function endUnfilled(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  const isLimited = namedPrices(order)?.limitPaise !== undefined
  if (isLimited && !order.isLate && !position.isOrphaned) uncountEntry(account.core, limitUntilMs(order))
  foldSlot(account, position.token)
  // A stop that was placed for shares that were only reported is taken back first.
  if (!position.orders.every(isEnded)) return
  position.closedAtMs = order.endedAtMs
  noteHolding(account, position.token)
  if (!isLost(order)) account.positions.delete(position.id)
  const { replacement } = position
  position.replacement = null
  // Another entry was decided while this one waited at its limit.
  if (!order.isLate && replacement) account.context.raised.push({ kind: 'DECIDE', decision: replacement })
}

function endExit(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  if (filledQuantity(order) > 0) {
    // Each exit carries the profit of its own part and the last one the remainder, so that they add up exactly.
    const alreadyPaise = position.orders.reduce((sum, other) => sum + (other === order ? 0 : (other.pnlPaise ?? 0)), 0)
    order.pnlPaise = heldQuantity(position) === 0 ? netPaise(position) - alreadyPaise : gainOfPart(position, order)
    bookProfit(account, position, order.pnlPaise)
  }
  finishIfFlat(account, position, order)
  foldSlot(account, position.token)
}

function gainOfPart(position: LivePosition, order: LiveOrder): number {
  const entry = entryOf(position)
  if (entry.quantity === 0) return 0
  const costPaise = costOfPart(entry, filledQuantity(order))
  return position.direction * (filledValuePaise(order) - costPaise) - (order.charges?.totalPaise ?? 0)
}

function finishIfFlat(account: ManagedAccount, position: LivePosition, last: LiveOrder): void {
  // An order that is still open is cancelled first (exits/follow-exit.ts).
  const isOver = heldQuantity(position) === 0 && position.orders.every(isEnded)
  if (isOver && position.closedAtMs === null) finishPosition(account, position, last)
}

function finishPosition(account: ManagedAccount, position: LivePosition, last: LiveOrder): void {
  const { id, token } = position
  position.closedAtMs = last.endedAtMs
  position.shortage = null
  position.trailedAtMs = null
  watch(account, position, [])
  clearTimer(account, exitTimerKey(id))
  watchBare(account, position)
  noteHolding(account, token)
  noteClosedByHand(account, position)
  // What may still appear at the broker needs its position until the end of the day (books/claim-strays.ts).
  const { adopted } = brokerDayOf(account)
  if (!position.orders.some((order) => isLost(order) || adopted.has(order.id))) account.positions.delete(id)
}

const BY_HAND: ReadonlySet<ExitReason> = new Set(['STOPPED', 'OUTSIDE', 'STOP_REFUSED'])

/** Closed by its owner, the operator or the broker: by no rule that a strategy's model account knows. */
function noteClosedByHand(account: ManagedAccount, { token, exitReason, isOrphaned }: LivePosition): void {
  if (exitReason === null || !BY_HAND.has(exitReason) || isOrphaned) return
  account.effects.push({ do: 'CLOSED_BY_HAND', token })
}
