// Carries out the steps of a position's one exit-side order (core's next-exit-step.ts).

import type { Paise, Quantity } from '@trading-bot/core/units'
import type { OrderPurpose } from '@trading-bot/core/order'
import type { ExitReason } from '@trading-bot/core/round-trip'
import { type ExitView, nextExitStep } from '@trading-bot/core/trading/next-exit-step'
import { SECOND_MS } from '@trading-bot/core/time'
import { type AccountOrder, type ManagedAccount } from '../accounts/managed-account.ts'
import { hasStopped, levelsOf, type LiveEngine, notifyOwner } from '../live-engine.ts'
import { type ChangeRefusals, filledQuantity, isEnded, type LiveOrder } from '../orders/live-order.ts'
import { newOrder } from '../orders/new-order.ts'
import { submitSoon, withdrawOrder } from '../orders/order-gateway.ts'
import { cancelOrder, modifyOrder } from '../orders/change-order.ts'
import { cancelRestOfEntry } from './cancel-entry.ts'
import { makeMarketable } from './make-marketable.ts'
import { repeatAtMs } from '../orders/refused-changes.ts'
import {
  exitOrderOf,
  heldQuantity,
  isEntering,
  isTurnedOver,
  type LivePosition,
  unbookedExits,
} from './live-position.ts'
import { reportedShares } from './entry-so-far.ts'
import { isToLetGo, letGo } from './let-go.ts'
import { isExit, isExitRefused, mayBeReplaced, sliceLimit } from './refused-exits.ts'
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

/** Marks the position for closing, which survives restarts. Returns the exit order if one can be sent now. */
export function decideExit(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  exit: Exit,
): AccountOrder | null {
  if (position.exitReason !== null || position.closedAtMs !== null) return null
  position.exitReason = exit.reason
  const order = nextOrder(engine, account, position, exit.decidedAtMs)
  if (!order) void engine.writeBehindQueue.write({ positions: [position] })
  return order
}

/** Does whatever the position's exit side needs now; safe to call at any time. */
export function followExit(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const order = nextOrder(engine, account, position, engine.setup.clock.nowMs())
  if (order) submitSoon(engine, [order])
  watchBare(engine, account, position, () => followExit(engine, account, position))
}

/** An exit that counted as never placed may fill beside the one that replaced it: nothing is sent until it is gone. */
function cancelLateExit(engine: LiveEngine, account: ManagedAccount, { orders }: LivePosition): boolean {
  const late = orders.filter((order) => order.purpose !== 'ENTRY' && order.isLate && !isEnded(order))
  for (const order of late) cancelOrder(engine, account, order)
  return late.length > 0
}

function nextOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  decidedAtMs: number,
): AccountOrder | null {
  // What was reported before a start is not stored: until the books are read, less than is held may be known.
  if (hasStopped(engine, account) || !account.isReconciled) return null
  const held = heldQuantity(position)
  if (isTurnedOver(position) || (held !== 0 && position.isOrphaned)) position.exitReason ??= 'CORRECTION'
  if (position.exitReason !== null) cancelRestOfEntry(engine, account, position)
  if (isToLetGo(account, position)) {
    letGo(engine, account, position)
    return null
  }
  if (cancelLateExit(engine, account, position)) return null
  const order = exitOrderOf(position)
  const step = nextExitStep(viewOf(engine, account, position, order))
  switch (step.do) {
    case 'PLACE_STOP':
      return placeStop(engine, account, position, step.quantity, step.triggerPaise)
    case 'PLACE_EXIT':
      return placeExit(engine, account, position, step.quantity, decidedAtMs)
    case 'WITHDRAW':
      withdrawOrder(engine, account, order!)
      return null
    case 'CHANGE_STOP':
      modifyOrder(engine, account, order!, {
        quantity: step.quantity,
        triggerPaise: step.triggerPaise,
        limitPaise: null,
      })
      return null
    case 'MAKE_MARKETABLE':
      makeMarketable(engine, account, position, order!, step.quantity)
      return null
    case 'CANCEL':
      cancelOrder(engine, account, order!)
      return null
    case 'WAIT':
      if (order!.state === 'CANCELLING') cancelOrder(engine, account, order!)
      return null
    case 'NOTHING':
      if (order?.refusals) repeatLater(engine, account, position, order.refusals)
      return null
  }
}

function viewOf(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  order: LiveOrder | undefined,
): ExitView {
  const nowMs = engine.setup.clock.nowMs()
  const held = heldQuantity(position)
  // An exit of the wrong side is one that must go: the position has turned over, or is flat.
  const isOtherSide = order !== undefined && order.side !== exitSide(held, position)
  // Shares that were missing of the position say nothing about those it holds the other way round.
  const shortage = isTurnedOver(position) ? undefined : account.shortages.get(position.id)
  const isLive = account.instance.mode === 'LIVE'
  // Shares that are only reported keep their stop: they cannot be closed before the books have them, and one order
  // cannot be both their stop and the exit of the others.
  const reported = reportedShares(position)
  const isClosing = position.exitReason !== null && reported === 0
  // Where sources disagree the exit is capped and the stop rests.
  const missing = (isClosing ? shortage?.quantity : shortage?.explained) ?? 0
  const refusals = order?.refusals?.isExit === isClosing ? order.refusals : null
  // What an exit has closed by its row is neither held nor missing.
  const unbooked = unbookedExits(position)
  const shares = Math.max(0, Math.abs(held) + reported - unbooked)
  // The exchange takes only so many shares in one order: an exit goes in slices.
  const most = isClosing ? sliceLimit(position) - (order ? filledQuantity(order) : 0) : Infinity
  return {
    held: shares,
    cap: isOtherSide ? 0 : Math.min(most, shares - Math.max(0, missing - unbooked)),
    isClosing,
    stopPaise: mayStopRest(engine, account, position) ? position.stopPaise : null,
    isExitRefused: isExitRefused(position),
    order: order
      ? {
          state: order.state,
          quantity: order.quantity,
          filled: filledQuantity(order),
          triggerPaise: order.triggerPaise,
          isInFlight: account.inFlight.has(order),
          isLimitWrong: order.triggerPaise !== null && order.limitPaise !== null,
          refusals: refusals?.times ?? 0,
          isPausing: repeatAtMs(engine, account, refusals) > nowMs,
          isReplaceable: mayBeReplaced(position, order, refusals),
          isPriceOld: isLive && nowMs - (order.changedAtMs ?? order.sentAtMs ?? nowMs) >= MOVE_PRICE_AFTER_MS,
        }
      : null,
  }
}

/** Looks again when the pause after a refused change is over, and at once when the price has left its level. */
function repeatLater(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  refusals: ChangeRefusals,
): void {
  const waitMs = repeatAtMs(engine, account, refusals) - engine.setup.clock.nowMs()
  if (waitMs <= 0) return
  const again = () => {
    stop()
    followExit(engine, account, position)
  }
  const left = () => {
    for (const order of position.orders) if (order.refusals === refusals) order.refusals = { ...refusals, untilMs: 0 }
    again()
  }
  const { atPaise } = refusals
  const levels = levelsOf(engine, position.token)
  const cancels = [
    engine.setup.timers.after(waitMs, again),
    ...(atPaise === null
      ? []
      : [levels.above(atPaise * (1 + LEFT_SHARE), left), levels.below(atPaise * (1 - LEFT_SHARE), left)]),
  ]
  const stop = () => {
    for (const cancel of cancels) cancel()
  }
  account.exitTimers.get(position.id)?.()
  account.exitTimers.set(position.id, stop)
}

function exitSide(held: number, { direction }: LivePosition): 'BUY' | 'SELL' {
  return (held === 0 ? direction : held) > 0 ? 'SELL' : 'BUY'
}

function placeStop(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  triggerPaise: Paise,
): AccountOrder | null {
  const refusal = stopRefusal(position)
  if (refusal !== null && position.exitReason === null) {
    const isWarning = account.instance.onRefusedStop === 'WARN'
    const what = isWarning ? 'It stays open without a stop at the exchange.' : 'It is being closed.'
    notifyOwner(engine, account, 'STOP_REFUSED', `The broker refused the stop of a position. ${what} (${refusal})`)
    const decidedAtMs = engine.setup.clock.nowMs()
    return isWarning ? null : decideExit(engine, account, position, { reason: 'STOP_REFUSED', decidedAtMs })
  }
  const stops = position.orders.filter(({ purpose, state }) => purpose === 'PROTECT' && state !== 'EXPIRED')
  const leastMs = stops.at(-1)?.code === 'BUSY' ? NEXT_WINDOW_MS : 0
  const pauseMs = Math.max(leastMs, PAUSES_MS[Math.min(stops.length, PAUSES_MS.length - 1)]!)
  if (isEarly(engine, account, position, stops, pauseMs)) return null
  const order = newOrder(engine, account, {
    position,
    side: position.direction === 1 ? 'SELL' : 'BUY',
    quantity,
    purpose: 'PROTECT',
    reason: 'STOP_LOSS',
    decidedAtMs: engine.setup.clock.nowMs(),
    pricePaise: triggerPaise,
    triggerPaise,
  })
  return { account, order }
}

function placeExit(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  decidedAtMs: number,
): AccountOrder | null {
  // What the entry still fills while it is being cancelled belongs to the same exit.
  if (isEntering(position)) return null
  // A slice that has filled is no failed attempt.
  const exits = position.orders.filter((order) => isExit(order) && order.state !== 'FILLED')
  const pauseMs = PAUSES_MS[Math.min(exits.length, PAUSES_MS.length - 1)]!
  if (isEarly(engine, account, position, exits, pauseMs)) return null
  if (exits.length > PAUSES_MS.length) {
    const sentence = 'The broker does not take the exit of a position. Please close it at the broker.'
    notifyOwner(engine, account, 'UNMANAGED', sentence)
  }
  const reason = position.exitReason ?? 'CORRECTION'
  const order = newOrder(engine, account, {
    position,
    side: exitSide(heldQuantity(position), position),
    quantity,
    purpose: PURPOSES[reason] ?? 'EXIT',
    reason,
    decidedAtMs,
    // Right after a start there is no last price yet, so the price of the entry decision is used.
    pricePaise: engine.lastPaise.get(position.token) ?? position.orders[0]?.pricePaise ?? 0,
  })
  return { account, order }
}

/** True while the pause after the last ended order has not passed; the step is taken when it has. */
function isEarly(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  before: readonly LiveOrder[],
  pauseMs: number,
): boolean {
  const { clock, timers } = engine.setup
  const lastEndedMs = Math.max(-Infinity, ...before.map(({ endedAtMs }) => endedAtMs ?? -Infinity))
  const waitMs = lastEndedMs + pauseMs - clock.nowMs()
  if (waitMs <= 0) return false
  account.exitTimers.get(position.id)?.()
  account.exitTimers.set(
    position.id,
    timers.after(waitMs, () => followExit(engine, account, position)),
  )
  return true
}
