// The account is a machine: everything that can happen to it is an input with its own time, and everything it wants done
// is an effect (state/effect.ts). There is no clock, no input or output and no callback in here, so that the same inputs
// make the same account and the same effects, in the live engine, in the simulation and in a replay.

import type { PositionId } from '../../units.ts'
import { beginAccount, dropAccount } from './begin-account.ts'
import { missBooks, readBooks, takeBooks } from './books/reconcile-orders.ts'
import { takeOrderUpdate } from './books/take-order-update.ts'
import { changeSettings } from './decisions/change-settings.ts'
import { closeMinute, lookAtLimits } from './decisions/check-limits.ts'
import { decide, decideAgain } from './decisions/decide.ts'
import { applyOrderEvent } from './events/apply-order-event.ts'
import { retryEntry } from './events/end-order.ts'
import { takeChanged, takePlaced } from './events/take-answer.ts'
import { followClock, redatePositions } from './exits/follow-clock.ts'
import { followExit, forgetPauses } from './exits/follow-exit.ts'
import { isBareNow, tellOfBare } from './exits/watch-bare.ts'
import { passStop, reachLevel, trail } from './exits/watch-levels.ts'
import { cancelOrder } from './orders/change-order.ts'
import { sendQueued, takeRecorded } from './orders/order-queue.ts'
import type { Raised } from './state/context.ts'
import type { Effect, Timer } from './state/effect.ts'
import type { AccountInput, Input, OrderInput } from './state/input.ts'
import type { LiveOrder } from './state/live-order.ts'
import type { LivePosition } from './state/live-position.ts'
import type { ManagedAccount } from './state/managed-account.ts'
import { count, lookUpSoon } from './state/want.ts'

/** Changes the account in place and adds what it wants done to its effects. */
export function step(account: ManagedAccount, nowMs: number, input: Input): readonly Effect[] {
  const { effects } = account
  if (account.isGone) return effects
  const { context } = account
  context.nowMs = nowMs
  if ('order' in input) takeOrderInput(account, input.order, input)
  else takeAccountInput(account, input)
  // An index, since settling one may raise another.
  for (let next = 0; next < context.raised.length; next++) settleRaised(account, context.raised[next]!)
  context.raised.length = 0
  return effects
}

function settleRaised(account: ManagedAccount, raised: Raised): void {
  if (raised.kind === 'ORDER_EVENT') applyOrderEvent(account, raised.order, raised.event)
  else decideAgain(account, raised.decision)
}

function takeOrderInput(account: ManagedAccount, order: LiveOrder, input: OrderInput): void {
  switch (input.kind) {
    case 'RECORDED':
      return input.isDenied ? deny(account, order, 'SWITCHED_OFF') : takeRecorded(account, order)
    case 'NOT_SENT':
      return deny(account, order, 'TOO_OLD')
    case 'PLACED':
      return takePlaced(account, order, input.outcome)
    case 'CALLED':
      return account.orderRateLimiter.spend(account.context.nowMs)
    case 'CHANGED':
      return takeChanged(account, order, input.change, input.outcome)
  }
}

function deny(account: ManagedAccount, order: LiveOrder, code: 'SWITCHED_OFF' | 'TOO_OLD'): void {
  order.isInFlight = false
  if (code === 'SWITCHED_OFF') count(account, { kind: 'denied', order })
  applyOrderEvent(account, order, { event: 'deny', code })
}

function takeAccountInput(account: ManagedAccount, input: AccountInput): void {
  switch (input.kind) {
    case 'BEGIN':
      return beginAccount(account, input.sentToday)
    case 'SETTINGS':
      return changeSettings(account, input.instance)
    case 'HAND_OVER':
      account.isDraining = true
      account.user.day = null
      return
    case 'DROP':
      return dropAccount(account)
    case 'NEW_HOURS':
      for (const slot of account.core.slots) slot.sessionKnownUntilMs = -Infinity
      return redatePositions(account)
    case 'SECOND':
      return followClock(account)
    case 'MINUTE':
      return closeMinute(account, input.minutes, input.closedAtMs)
    case 'DECISION':
      return decide(account, input.decision)
    case 'LIMITS':
      return lookAtLimits(account)
    case 'LEVEL': {
      const position = openPositionOf(account, input.positionId)
      return position && reachLevel(account, position, input.level)
    }
    case 'TIMER':
      return takeTimer(account, input.timer)
    case 'LOOK_UP':
      return readBooks(account)
    case 'BOOKS':
      return takeBooks(account, input.books)
    case 'NO_BOOKS':
      return missBooks(account, input.orders, input.refusal)
    case 'ORDER_UPDATE':
      return takeOrderUpdate(account, input.row)
    case 'SOCKET_GAP':
      return lookUpSoon(account, 0)
  }
}

function takeTimer(account: ManagedAccount, timer: Timer): void {
  if (timer.what === 'SEND_QUEUED') return sendQueued(account)
  const position = account.positions.get(timer.positionId)
  if (!position) return
  switch (timer.what) {
    case 'FOLLOW_EXIT':
      return followExit(account, position)
    case 'PRICE_LEFT':
      forgetPauses(position)
      return followExit(account, position)
    case 'STOP_PASSED':
      return position.closedAtMs === null ? passStop(account, position) : undefined
    case 'TRAIL':
      return trail(account, position)
    case 'TRY_BARE':
      if (!isBareNow(account, position)) return
      lookUpSoon(account, 0)
      return followExit(account, position)
    case 'TELL_BARE':
      return isBareNow(account, position) ? tellOfBare(account, position) : undefined
    case 'CANCEL':
    case 'RETRY_ENTRY': {
      const order = position.orders.find(({ id }) => id === timer.orderId)
      if (!order) return
      return timer.what === 'CANCEL' ? cancelOrder(account, order) : retryEntry(account, position, order)
    }
  }
}

function openPositionOf({ positions }: ManagedAccount, id: PositionId): LivePosition | undefined {
  const position = positions.get(id)
  return position?.closedAtMs === null ? position : undefined
}
