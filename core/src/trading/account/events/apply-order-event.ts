import type { OrderEffect } from '../../order-life.ts'
import { followExit } from '../exits/follow-exit.ts'
import { isTriedInSlices } from '../orders/entry-slices.ts'
import { moveOrder } from '../orders/move-order.ts'
import { isAboutFreeze, learnFreeze } from '../orders/refused-changes.ts'
import type { OrderEventInput } from '../state/context.ts'
import { bookProfit, foldSlot } from '../state/fold-slot.ts'
import type { LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { lookUpSoon, noteDifference, notifyOwner, record, setTimer } from '../state/want.ts'
import { endOrder } from './end-order.ts'

const LOOK_UP_AFTER_MS = 2_000
// A changed order shows in the books at once; only a refusal or a lost answer makes the next step wait for them.
const LOOK_UP_CHANGE_AFTER_MS = 500

/** Applies what happened to an order by the table of its life (core's order-life.ts), and what follows from it. */
export function applyOrderEvent(account: ManagedAccount, order: LiveOrder, input: OrderEventInput): void {
  const before = order.state
  const step = moveOrder(account, order, input.event)
  if (step === null) return
  const position = account.positions.get(order.positionId)
  if (!position) throw new Error(`order ${order.id} belongs to no position`)
  if (input.code !== undefined) order.code = input.code
  if (input.detail !== undefined) order.detail = input.detail
  if (isRejection(input)) {
    if (isAboutFreeze(order.detail)) learnFreeze(account, order.token, order.quantity)
    if (!isTriedInSlices(account, order)) noteRejection(account, order.detail)
  }
  if (step.effects.includes('END')) return endOrder(account, position, order, input)
  if (before !== step.state || input.hasNewFills || input.code !== undefined)
    record(account, { changedOrders: [order] })
  for (const effect of step.effects) follow(account, position, order, effect)
}

function follow(account: ManagedAccount, position: LivePosition, order: LiveOrder, effect: OrderEffect): void {
  switch (effect) {
    case 'LOOK_UP': {
      const isChange = order.state === 'MODIFYING' || order.state === 'CANCELLING'
      return lookUpSoon(account, isChange ? LOOK_UP_CHANGE_AFTER_MS : LOOK_UP_AFTER_MS)
    }
    case 'FOLLOW':
      return followExit(account, position)
    case 'ADOPT':
      return adoptLateOrder(account, position, order)
    case 'END':
  }
}

/** Adopts an order that was considered lost: its position may be orphaned, and it is cancelled. */
function adoptLateOrder(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  noteDifference(account, 'late_order')
  order.isLate = true
  order.code = null
  order.endedAtMs = null
  unbookProfit(account, position, order)
  if (position.closedAtMs !== null) {
    position.isOrphaned = true
    position.closedAtMs = null
  }
  foldSlot(account, order.token)
  record(account, { changedOrders: [order], positions: [position] })
  const sentence = 'An order that the broker had lost was placed after all; it is being cancelled.'
  notifyOwner(account, 'STRAY', sentence)
  setTimer(account, 0, { what: 'CANCEL', positionId: position.id, orderId: order.id })
}

/** The order has not ended after all: when it does, its profit is booked with all its fills. */
function unbookProfit(account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  if (order.pnlPaise !== null) bookProfit(account, position, -order.pnlPaise)
  order.pnlPaise = null
  order.charges = null
}

function isRejection({ event, isRetryable }: OrderEventInput): boolean {
  return event === 'seenRejected' || (event === 'rejected' && isRetryable === false)
}

const MOST_IN_A_ROW = 5

/** Counts rejections by the broker; several in a row stop entries until the owner has looked into it. */
function noteRejection(account: ManagedAccount, sentence: string): void {
  account.rejectionsInARow++
  notifyOwner(account, 'ORDER_REJECTED', sentence)
  if (account.rejectionsInARow < MOST_IN_A_ROW) return
  account.instance = { ...account.instance, isRunning: false }
  const reason = `The broker rejected ${account.rejectionsInARow} orders in a row, the last one with: ${sentence}`
  notifyOwner(account, 'TOO_MANY_REJECTIONS', reason)
}
