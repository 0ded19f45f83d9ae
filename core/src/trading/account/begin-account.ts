import { applyOrderEvent } from './events/apply-order-event.ts'
import { closeRequested } from './exits/close-positions.ts'
import { redatePositions } from './exits/follow-clock.ts'
import { followExit } from './exits/follow-exit.ts'
import { protectPosition } from './exits/protect-position.ts'
import { restoreBrokerDay } from './state/broker-day.ts'
import { foldSlot } from './state/fold-slot.ts'
import { filledQuantity, isEnded, isLost } from './state/live-order.ts'
import { heldQuantity, isEntering } from './state/live-position.ts'
import { brokerDayOf, type ManagedAccount } from './state/managed-account.ts'
import type { SentToday } from './state/stored-account.ts'
import { lookUpSoon, noteHolding, record } from './state/want.ts'

/** An account was loaded: its positions are protected, and its books are read before anything is decided. */
export function beginAccount(account: ManagedAccount, sentToday: readonly SentToday[]): void {
  const { instance, positions, context } = account
  restoreBrokerDay(brokerDayOf(account), sentToday)
  redatePositions(account)
  for (const position of Array.from(positions.values())) {
    if (position.closedAtMs !== null) continue
    if (heldQuantity(position) === 0 && position.orders.every(isEnded)) {
      // The process stopped between two steps or before a retry, so this order was never sent.
      position.closedAtMs = context.nowMs
      record(account, { positions: [position] })
      if (!position.orders.some(isLost)) positions.delete(position.id)
      foldSlot(account, position.token)
      continue
    }
    noteHolding(account, position.token)
    for (const order of Array.from(position.orders)) {
      // Every fill is stored; only the final state was not written before the crash.
      const isFull = !isEnded(order) && filledQuantity(order) === order.quantity
      if (isFull && (order.purpose === 'ENTRY' || !isEntering(position)))
        applyOrderEvent(account, order, { event: 'filled' })
    }
    protectPosition(account, position)
  }
  const isUntouched = [...positions.values()].every(({ orders }) => orders.every(isEnded))
  // No order of ours can be at the broker, so there is nothing to reconcile.
  if (isUntouched && instance.mode === 'PAPER') account.isReconciled = true
  else lookUpSoon(account, 0)
  closeRequested(account)
  for (const position of Array.from(positions.values())) followExit(account, position)
}

/** It leaves the engine, neither running nor exposed: what was never sent is denied. */
export function dropAccount(account: ManagedAccount): void {
  const { queue } = account
  account.queue = []
  for (const order of queue) applyOrderEvent(account, order, { event: 'deny', code: 'SWITCHED_OFF' })
}
