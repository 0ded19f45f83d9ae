import type { ExitReason } from '../../../round-trip.ts'
import type { BrokerOrderId, InstanceId, Paise, PositionId, Quantity, Token } from '../../../units.ts'
import type { BarDecision } from './bar-decision.ts'
import { chargesOf, filledQuantity, filledValuePaise, isEnded, isOverRow, type LiveOrder } from './live-order.ts'

/** The position of one entry decision, computed from the fills of its orders alone. */
export type LivePosition = {
  readonly id: PositionId
  readonly instanceId: InstanceId
  readonly token: Token
  readonly direction: 1 | -1
  readonly entryReason: string
  /** Square-off time of its session; an edit of the calendar can move it. */
  squareOffAtMs: number
  readonly orders: LiveOrder[]
  /** Opened by a lost order that filled late: closed immediately, never merged with the slot's position. */
  isOrphaned: boolean
  stopPaise: Paise | null
  targetPaise: Paise | null
  openedAtMs: number | null
  /** When its entry was taken from a row without the bot's tag: its owner is asked whose it is. */
  adoptedAtMs: number | null
  /** Once set, the position is being closed until it is flat, also after a restart. */
  exitReason: ExitReason | null
  /** Shares that its exits are to close in all while the others stay; a whole exit does not look at it. */
  partToClose: Quantity
  closedAtMs: number | null
  // The rest is known to the process alone (NOTHING_KNOWN).
  /** Shares that our fills count and the broker does not have for us, from the last valid reading. */
  shortage: Shortage | null
  /** Its stop and target are watched by price. */
  isWatched: boolean
  /** When its trailing stop was last moved. */
  trailedAtMs: number | null
  /** Since when it has shares and nothing at the exchange that closes them (exits/watch-bare.ts). */
  bareSinceMs: number | null
  /** To be decided once its entry, which waits at a limit, has ended without a fill. */
  replacement: BarDecision | null
}

export type Shortage = {
  readonly quantity: Quantity
  /** The part that orders and trades of the owner or the broker account for. */
  readonly explained: Quantity
  readonly readings: number
  /** Orders of the owner that may close some of them. */
  readonly workingIds: readonly BrokerOrderId[]
}

/** A position of which nothing is known but what is stored. */
export const NOTHING_KNOWN = {
  shortage: null,
  isWatched: false,
  trailedAtMs: null,
  bareSinceMs: null,
  replacement: null,
} as const

/** A position into which nothing has been entered. */
export const NOT_OPENED = {
  stopPaise: null,
  targetPaise: null,
  openedAtMs: null,
  adoptedAtMs: null,
  exitReason: null,
  partToClose: 0,
  closedAtMs: null,
  ...NOTHING_KNOWN,
} as const

/** Shares held, negative for a short. */
export function heldQuantity({ orders }: LivePosition): number {
  let held = 0
  for (const order of orders) held += order.side === 'BUY' ? filledQuantity(order) : -filledQuantity(order)
  return held
}

/** More was closed than was held, as when an order that counted as never placed fills beside its successor. */
export function isTurnedOver(position: LivePosition): boolean {
  return heldQuantity(position) * position.direction < 0
}

/** Charges of all fills; those of an order that is still open are no less due. */
export function chargesSoFarPaise({ orders }: LivePosition): number {
  return orders.reduce((sum, order) => sum + ((order.charges ?? chargesOf(order))?.totalPaise ?? 0), 0)
}

/** Sales less purchases less charges, which is the net profit once the position is flat. */
export function netPaise(position: LivePosition): number {
  let gross = 0
  for (const order of position.orders)
    gross += order.side === 'SELL' ? filledValuePaise(order) : -filledValuePaise(order)
  return gross - chargesSoFarPaise(position)
}

export type Entry = { readonly quantity: Quantity; readonly valuePaise: Paise }

/** Filled quantity and value of the position's entries. */
export function entryOf({ orders }: LivePosition): Entry {
  const entries = orders.filter(({ purpose }) => purpose === 'ENTRY')
  return {
    quantity: entries.reduce((sum, order) => sum + filledQuantity(order), 0),
    valuePaise: entries.reduce((sum, order) => sum + filledValuePaise(order), 0),
  }
}

/** The one exit-side order that is not over at the exchange, if any. */
export function exitOrderOf({ orders }: LivePosition): LiveOrder | undefined {
  return orders.find((order) => order.purpose !== 'ENTRY' && !isOver(order))
}

/** Shares that an exit has closed by its row, and whose trades the books do not show yet. */
export function unbookedExits({ orders }: LivePosition): Quantity {
  return orders
    .filter((order) => order.purpose !== 'ENTRY' && !isEnded(order) && isOver(order))
    .reduce((sum, order) => sum + Math.max(0, (order.seen?.filledQuantity ?? 0) - filledQuantity(order)), 0)
}

/** What its own exits have closed. */
export function closedByExits({ orders }: LivePosition): Quantity {
  let quantity = 0
  for (const order of orders)
    if (order.purpose !== 'ENTRY' && order.purpose !== 'OUTSIDE') quantity += filledQuantity(order)
  return quantity
}

/** Shares that are to leave while the others stay, and have not yet. */
export function leavingQuantity(position: LivePosition): Quantity {
  if (position.partToClose === 0) return 0
  return Math.max(0, position.partToClose - closedByExits(position))
}

/** Whether so many shares of this exit are no more than the part that is to leave. */
export function isPart(position: LivePosition, exit: LiveOrder, quantity: Quantity): boolean {
  return quantity <= position.partToClose - (closedByExits(position) - filledQuantity(exit))
}

/** Its row has ended: nothing more happens at the exchange, even where its trades are still missing. */
export function isOver(order: LiveOrder): boolean {
  return isEnded(order) || (order.seen !== null && isOverRow(order.seen))
}

export function isEntering({ orders }: LivePosition): boolean {
  return orders.some((order) => order.purpose === 'ENTRY' && !isEnded(order))
}

/** Shares that were reported beyond those of the books. */
export function reportedShares({ orders }: LivePosition): number {
  return orders.reduce((sum, order) => sum + Math.max(0, (order.reported?.quantity ?? 0) - filledQuantity(order)), 0)
}

/** What the entry has filled as far as anybody has told: its shares and their value. */
export function entrySoFar({ orders }: LivePosition): Entry {
  let quantity = 0
  let valuePaise = 0
  for (const order of orders) {
    if (order.purpose !== 'ENTRY') continue
    const isAhead = (order.reported?.quantity ?? 0) > filledQuantity(order)
    quantity += isAhead ? order.reported!.quantity : filledQuantity(order)
    valuePaise += isAhead ? order.reported!.quantity * order.reported!.averagePaise : filledValuePaise(order)
  }
  return { quantity, valuePaise }
}
