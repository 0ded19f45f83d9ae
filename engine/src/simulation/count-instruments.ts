import { isEnded, type LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { Side } from '@trading-bot/core/trading/trading-account'
import type { Paise, Token } from '@trading-bot/core/units'

/** One instrument as its orders and fills tell it. */
export type Count = {
  side: Side
  held: number
  costPaise: Paise
  /** What has left by exits whose profit is not booked: they have not ended, or were lost and turn up just now. */
  exited: number
  exitedValuePaise: Paise
  /** Exits whose profit is booked. */
  exits: number
  /** Shares that are to leave while the others stay. */
  leaving: number
  pendingSide: Side
  pending: number
  pendingValuePaise: Paise
}

export const NOTHING: Readonly<Count> = {
  side: 0,
  held: 0,
  costPaise: 0,
  exited: 0,
  exitedValuePaise: 0,
  exits: 0,
  leaving: 0,
  pendingSide: 0,
  pending: 0,
  pendingValuePaise: 0,
}

/** What the slots of an account should hold. */
export function countInstruments(positions: Iterable<LivePosition>): Map<Token, Count> {
  const counted = new Map<Token, Count>()
  for (const position of positions) {
    if (position.isOrphaned || position.closedAtMs !== null) continue
    let count = counted.get(position.token)
    if (!count) counted.set(position.token, (count = { ...NOTHING }))
    countPosition(count, position)
  }
  return counted
}

function countPosition(count: Count, position: LivePosition): void {
  const { orders, direction } = position
  const entered = { quantity: 0, valuePaise: 0 }
  const exiting = { quantity: 0, valuePaise: 0 }
  let left = 0
  for (const order of orders) {
    if (order.purpose === 'ENTRY') {
      addFills(entered, order)
      countPending(count, order, direction)
    } else if (order.pnlPaise === null) addFills(exiting, order)
    else {
      count.exits++
      for (const { quantity } of order.fills) left += quantity
    }
  }
  const staying = entered.quantity - left
  if (staying <= 0) return
  count.side = direction
  count.held += Math.max(0, staying - exiting.quantity)
  count.costPaise += (entered.valuePaise * staying) / entered.quantity
  count.exited += exiting.quantity
  count.exitedValuePaise += exiting.valuePaise
  count.leaving += Math.max(0, position.partToClose - soldByExits(orders))
}

function soldByExits(orders: readonly LiveOrder[]): number {
  let sold = 0
  for (const order of orders) {
    if (order.purpose === 'ENTRY' || order.purpose === 'OUTSIDE') continue
    for (const { quantity } of order.fills) sold += quantity
  }
  return sold
}

function addFills(sum: { quantity: number; valuePaise: Paise }, { fills }: LiveOrder): void {
  for (const { quantity, pricePaise } of fills) {
    sum.quantity += quantity
    sum.valuePaise += quantity * pricePaise
  }
}

/** One that was lost and turned up holds nothing back: it is being cancelled. */
function countPending(count: Count, order: LiveOrder, direction: 1 | -1): void {
  const isWaiting = order.isToRetry || (!isEnded(order) && !order.isLate)
  if (!isWaiting) return
  const { entryQuantity = order.quantity, enteredBefore = 0, limitPaise = 0 } = order.inputs
  let pending = entryQuantity - enteredBefore
  for (const { quantity } of order.fills) pending -= quantity
  count.pendingSide = direction
  count.pending += pending
  count.pendingValuePaise += pending * Math.max(order.pricePaise, limitPaise)
}
