import type { ExitReason } from '@trading-bot/core/round-trip'
import { filledQuantity, filledValuePaise, type LiveOrder } from '../orders/live-order.ts'

/** What an account holds of one decision to enter: the fold of its orders' fills, and nothing else. */
export type LivePosition = {
  readonly id: string
  readonly instanceId: string
  readonly token: string
  readonly direction: 1 | -1
  readonly entryReason: string
  /** As its session has it now: an edit of the calendar moves it. */
  squareOffAtMs: number
  readonly orders: LiveOrder[]
  /** Made by an order that was given up and came late after all: closed at once, never merged with the slot's own. */
  isOrphaned: boolean
  stopPaise: number | null
  targetPaise: number | null
  openedAtMs: number | null
  /** Once set the position is being closed, through every restart, until nothing is held. */
  exitReason: ExitReason | null
  closedAtMs: number | null
  /** What of its gain the account's book holds already. */
  bookedPaise: number
}

/** Shares held: positive long, negative short. */
export function heldQuantity({ orders }: LivePosition): number {
  let held = 0
  for (const order of orders) held += order.side === 'BUY' ? filledQuantity(order) : -filledQuantity(order)
  return held
}

export function chargesSoFarPaise({ orders }: LivePosition): number {
  return orders.reduce((sum, { charges }) => sum + (charges?.totalPaise ?? 0), 0)
}

/** What was sold less what was bought, less charges: the profit once nothing is held. */
export function netPaise(position: LivePosition): number {
  let gross = 0
  for (const order of position.orders)
    gross += order.side === 'SELL' ? filledValuePaise(order) : -filledValuePaise(order)
  return gross - chargesSoFarPaise(position)
}

/** The part of a position that its entries made: shares, and what they were bought or sold for. */
export function entryOf({ orders }: LivePosition): { readonly quantity: number; readonly valuePaise: number } {
  const entries = orders.filter(({ purpose }) => purpose === 'ENTRY')
  return {
    quantity: entries.reduce((sum, order) => sum + filledQuantity(order), 0),
    valuePaise: entries.reduce((sum, order) => sum + filledValuePaise(order), 0),
  }
}
