// Carries out the steps of a position's one exit-side order (next-exit-step.ts).

import type { OrderPurpose } from '../../../order.ts'
import type { ExitReason } from '../../../round-trip.ts'
import { SECOND_MS } from '../../../time.ts'
import type { Paise, PositionId, Quantity } from '../../../units.ts'
import { type ExitView, nextExitStep } from '../../next-exit-step.ts'
import { cancelRestOfEntry } from '../orders/cancel-entry.ts'
import { cancelOrder, modifyOrder } from '../orders/change-order.ts'
import { newOrder } from '../orders/new-order.ts'
import { submit, withdrawOrder } from '../orders/order-queue.ts'
import { repeatAtMs } from '../orders/refused-changes.ts'
import { type ChangeRefusals, filledQuantity, isEnded, type LiveOrder } from '../state/live-order.ts'
import {
  closedByExits,
  exitOrderOf,
  heldQuantity,
  isEntering,
  isTurnedOver,
  leavingQuantity,
  type LivePosition,
  reportedShares,
  unbookedExits,
} from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { notifyOwner, record, setTimer } from '../state/want.ts'
import { isToLetGo, letGo } from './let-go.ts'
import { makeMarketable } from './make-marketable.ts'
import { isExit, isExitRefused, isFrozen, mayBeReplaced, sliceLimit } from './refused-exits.ts'
import { mayStopRest, stopRefusal } from './resting-stop.ts'
import { watchBare } from './watch-bare.ts'

type Exit = { readonly reason: ExitReason; readonly decidedAtMs: number }

const PURPOSES: Partial<Record<ExitReason, OrderPurpose>> = {
  STOP_LOSS: 'STOP',
  TARGET: 'TARGET',
  SQUARE_OFF: 'SQUARE_OFF',
}

// Pauses between failed attempts to exit or to place a stop; the last one repeats.
const PAUSES_MS = [0, 1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS)
// The broker's rate window of one second plus a margin.
const NEXT_WINDOW_MS = 1_100
// A marketable price is moved when it has not filled for this long.
const MOVE_PRICE_AFTER_MS = 3 * SECOND_MS
// A price this far from where a change was refused is another one.
const LEFT_SHARE = 0.0025

/** Marks the position for closing, which survives restarts. */
export function decideExit(account: ManagedAccount, position: LivePosition, exit: Exit): void {
  if (position.exitReason !== null || position.closedAtMs !== null) return
  position.exitReason = exit.reason
  if (!takeNextStep(account, position, exit.decidedAtMs)) record(account, { positions: [position] })
}

/** So many shares leave as an order of their own, while the others stay. */
export function decidePart(
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  decidedAtMs: number,
): void {
  position.partToClose = closedByExits(position) + leavingQuantity(position) + quantity
  if (!takeNextStep(account, position, decidedAtMs)) record(account, { positions: [position] })
}

/** Does whatever the position's exit side needs now; safe to call at any time. */
export function followExit(account: ManagedAccount, position: LivePosition): void {
  takeNextStep(account, position, account.context.nowMs)
  watchBare(account, position)
}

/** An exit that counted as never placed may fill beside the one that replaced it: nothing is sent until it is gone. */
function cancelLateExit(account: ManagedAccount, { orders }: LivePosition): boolean {
  const late = orders.filter((order) => order.purpose !== 'ENTRY' && order.isLate && !isEnded(order))
  for (const order of late) cancelOrder(account, order)
  return late.length > 0
}

/** True if an order was submitted. */
function takeNextStep(account: ManagedAccount, position: LivePosition, decidedAtMs: number): boolean {
  // What was reported before a start is not stored: until the books are read, less than is held may be known.
  if (account.isGone || !account.isReconciled) return false
  const held = heldQuantity(position)
  if (isTurnedOver(position) || (held !== 0 && position.isOrphaned)) position.exitReason ??= 'CORRECTION'
  if (position.exitReason !== null) cancelRestOfEntry(account, position)
  if (isToLetGo(account, position)) {
    letGo(account, position)
    return false
  }
  if (cancelLateExit(account, position)) return false
  const order = exitOrderOf(position)
  const step = nextExitStep(viewOf(account, position, order))
  switch (step.do) {
    case 'PLACE_STOP':
      return placeStop(account, position, step.quantity, step.triggerPaise)
    case 'PLACE_EXIT':
      return placeExit(account, position, step.quantity, decidedAtMs)
    case 'WITHDRAW':
      withdrawOrder(account, order!)
      return false
    case 'CHANGE_STOP': {
      const { quantity, triggerPaise } = step
      modifyOrder(account, order!, { quantity, triggerPaise, limitPaise: null })
      return false
    }
    case 'MAKE_MARKETABLE':
      makeMarketable(account, position, order!, step.quantity)
      return false
    case 'CANCEL':
      cancelOrder(account, order!)
      return false
    case 'WAIT':
      if (order!.state === 'CANCELLING') cancelOrder(account, order!)
      return false
    case 'NOTHING':
      if (order?.refusals) repeatLater(account, position, order.refusals)
      return false
  }
}

function viewOf(account: ManagedAccount, position: LivePosition, order: LiveOrder | undefined): ExitView {
  const nowMs = account.context.nowMs
  const held = heldQuantity(position)
  // An exit of the wrong side is one that must go: the position has turned over, or is flat.
  const isOtherSide = order !== undefined && order.side !== exitSide(held, position)
  // Shares that were missing of the position say nothing about those it holds the other way round.
  const shortage = isTurnedOver(position) ? undefined : position.shortage
  const isLive = account.instance.mode === 'LIVE'
  // Shares that are only reported keep their stop: they cannot be closed before the books have them, and one order
  // cannot be both their stop and the exit of the others.
  const reported = reportedShares(position)
  const isPart = position.exitReason === null
  const stopPaise = mayStopRest(account, position) ? position.stopPaise : null
  const leaving = isPart ? leavingNow(position, order, stopPaise) : Infinity
  const isClosing = leaving > 0 && reported === 0
  // Where sources disagree the exit is capped and the stop rests.
  const missing = (isClosing ? shortage?.quantity : shortage?.explained) ?? 0
  const refusals = order?.refusals?.isExit === isClosing ? order.refusals : null
  // What an exit has closed by its row is neither held nor missing.
  const unbooked = unbookedExits(position)
  const shares = Math.max(0, Math.abs(held) + reported - unbooked)
  // The exchange takes only so many shares in one order: an exit goes in slices.
  const slice = isClosing ? sliceLimit(position) - (order ? filledQuantity(order) : 0) : Infinity
  // What has been sent to the market for a part is that part, whatever becomes of it.
  const part = isPart && (isClosing || isAtMarket(order)) ? leaving : Infinity
  const most = Math.min(slice, part)
  return {
    held: shares,
    cap: isOtherSide ? 0 : Math.min(most, shares - Math.max(0, missing - unbooked)),
    isClosing,
    stopPaise,
    isExitRefused: isExitRefused(position),
    order: order
      ? {
          state: order.state,
          quantity: order.quantity,
          filled: filledQuantity(order),
          triggerPaise: order.triggerPaise,
          isInFlight: order.isInFlight,
          isLimitWrong: order.triggerPaise !== null && order.limitPaise !== null,
          refusals: refusals?.times ?? 0,
          isPausing: repeatAtMs(account, refusals) > nowMs,
          // A part is no reason to take the stop of all shares away.
          isReplaceable: mayBeReplaced(position, order, refusals) && !(isPart && isClosing && !isAtMarket(order)),
          isPriceOld: isLive && nowMs - (order.changedAtMs ?? order.sentAtMs ?? nowMs) >= MOVE_PRICE_AFTER_MS,
        }
      : null,
  }
}

/**
 * A part waits for an entry that still fills, since one order cannot be both the stop of the new shares and the exit of
 * others; and once it was refused, until the stop of all shares rests again.
 */
function leavingNow(position: LivePosition, order: LiveOrder | undefined, stopPaise: Paise | null): Quantity {
  if (isEntering(position) && !isAtMarket(order)) return 0
  if (order === undefined && stopPaise !== null && isExitRefused(position)) return 0
  return Math.max(0, leavingQuantity(position) - unbookedExits(position))
}

/** The exit-side order is no stop, or no longer one. */
function isAtMarket(order: LiveOrder | undefined): boolean {
  return order !== undefined && order.triggerPaise === null
}

/** Looks again when the pause after a refused change is over, and at once when the price has left its level. */
function repeatLater(account: ManagedAccount, { id, token }: LivePosition, refusals: ChangeRefusals): void {
  const inMs = repeatAtMs(account, refusals) - account.context.nowMs
  if (inMs <= 0) return
  const { atPaise } = refusals
  const key = exitTimerKey(id)
  if (atPaise === null) return setTimer(account, inMs, { what: 'FOLLOW_EXIT', positionId: id }, key)
  const band = { belowPaise: atPaise * (1 - LEFT_SHARE), abovePaise: atPaise * (1 + LEFT_SHARE) }
  account.effects.push({ do: 'WAIT_FOR_PRICE', key, inMs, token, ...band, positionId: id })
}

/** Ends the pauses after refused changes: they were refused at another price. */
export function forgetPauses({ orders }: LivePosition): void {
  for (const order of orders) if (order.refusals) order.refusals = { ...order.refusals, untilMs: 0 }
}

/** A position's exit side waits for one instant at a time. */
export function exitTimerKey(positionId: PositionId): string {
  return `EXIT ${positionId}`
}

function exitSide(held: number, { direction }: LivePosition): 'BUY' | 'SELL' {
  return (held === 0 ? direction : held) > 0 ? 'SELL' : 'BUY'
}

function placeStop(account: ManagedAccount, position: LivePosition, quantity: Quantity, triggerPaise: Paise): boolean {
  const refusal = stopRefusal(position)
  if (refusal !== null && position.exitReason === null) {
    const isWarning = account.instance.onRefusedStop === 'WARN'
    const what = isWarning ? 'It stays open without a stop at the exchange.' : 'It is being closed.'
    notifyOwner(account, 'STOP_REFUSED', `The broker refused the stop of a position. ${what} (${refusal})`)
    const decidedAtMs = account.context.nowMs
    if (!isWarning) decideExit(account, position, { reason: 'STOP_REFUSED', decidedAtMs })
    return true
  }
  // One that has filled, as the exit of a part, is no failed attempt.
  const stops = position.orders.filter(
    ({ purpose, state }) => purpose === 'PROTECT' && state !== 'LOST' && state !== 'FILLED',
  )
  const leastMs = stops.at(-1)?.code === 'BUSY' ? NEXT_WINDOW_MS : 0
  const pauseMs = Math.max(leastMs, PAUSES_MS[Math.min(stops.length, PAUSES_MS.length - 1)]!)
  if (isEarly(account, position, stops, pauseMs)) return false
  const order = newOrder(account, {
    position,
    side: position.direction === 1 ? 'SELL' : 'BUY',
    quantity,
    purpose: 'PROTECT',
    reason: 'STOP_LOSS',
    decidedAtMs: account.context.nowMs,
    pricePaise: triggerPaise,
    triggerPaise,
  })
  submit(account, order)
  return true
}

function placeExit(account: ManagedAccount, position: LivePosition, quantity: Quantity, decidedAtMs: number): boolean {
  // What the entry still fills while it is being cancelled belongs to the same exit.
  if (isEntering(position)) return false
  // A slice that has filled is no failed attempt.
  const exits = position.orders.filter((order) => isExit(order) && order.state !== 'FILLED' && !isFrozen(order))
  const pauseMs = PAUSES_MS[Math.min(exits.length, PAUSES_MS.length - 1)]!
  if (isEarly(account, position, exits, pauseMs)) return false
  if (exits.length > PAUSES_MS.length) {
    const sentence = 'The broker does not take the exit of a position. Please close it at the broker.'
    notifyOwner(account, 'UNMANAGED', sentence)
  }
  const reason = position.exitReason ?? 'SIGNAL'
  const order = newOrder(account, {
    position,
    side: exitSide(heldQuantity(position), position),
    quantity,
    purpose: PURPOSES[reason] ?? 'EXIT',
    reason,
    decidedAtMs,
    // Right after a start there is no last price yet, so the price of the entry decision is used.
    pricePaise: account.context.lastPaise.get(position.token) ?? position.orders[0]?.pricePaise ?? 0,
  })
  submit(account, order)
  return true
}

/** True while the pause after the last ended order has not passed; the step is taken when it has. */
function isEarly(
  account: ManagedAccount,
  position: LivePosition,
  before: readonly LiveOrder[],
  pauseMs: number,
): boolean {
  const lastEndedMs = Math.max(-Infinity, ...before.map(({ endedAtMs }) => endedAtMs ?? -Infinity))
  const waitMs = lastEndedMs + pauseMs - account.context.nowMs
  if (waitMs <= 0) return false
  setTimer(account, waitMs, { what: 'FOLLOW_EXIT', positionId: position.id }, exitTimerKey(position.id))
  return true
}
