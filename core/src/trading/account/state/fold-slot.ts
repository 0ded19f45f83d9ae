// The one truth about a position is its orders and their fills. What the kernel keeps of an instrument (what is held and
// at what cost, what is pending, the capital in use) is folded from them anew after whatever may have changed them.

import type { Paise, Quantity, Token } from '../../../units.ts'
import { markPosition } from '../../mark-position.ts'
import type { PendingPrices } from '../../order-terms.ts'
import { capitalOfSide, type Side, type Slot, type TradingAccount } from '../../trading-account.ts'
import {
  chargesOf,
  filledQuantity,
  filledValuePaise,
  isEnded,
  limitUntilMs,
  type LiveOrder,
  slicingOf,
} from './live-order.ts'
import { type Entry, entryOf, leavingQuantity, type LivePosition } from './live-position.ts'
import { type ManagedAccount, ownPositions, slotOf } from './managed-account.ts'
import { namedPrices } from './named-prices.ts'

export function foldSlot(account: ManagedAccount, token: Token): void {
  const slot = slotOf(account, token)
  if (!slot) return
  const { core } = account
  useCapital(core, slot, -1)
  const own = ownPositions(account, token)
  foldHeld(slot, own)
  foldPending(slot, own)
  useCapital(core, slot, 1)
  const pricePaise = account.context.lastPaise.get(token) ?? Math.round(slot.entryPaise)
  if (slot.side !== 0) markPosition(core, slot, pricePaise)
  else unmark(core, slot)
}

/** An exit has ended: its profit is the account's, once. */
export function bookProfit({ core }: ManagedAccount, { direction }: LivePosition, pnlPaise: Paise): void {
  capitalOfSide(core, direction).realisedPaise += pnlPaise
  core.realisedPaise += pnlPaise
}

function useCapital(core: TradingAccount, slot: Slot, sign: 1 | -1): void {
  if (slot.side !== 0) capitalOfSide(core, slot.side).inUsePaise += sign * slot.entryValuePaise
  if (slot.pendingSide !== 0) capitalOfSide(core, slot.pendingSide).inUsePaise += sign * slot.pendingValuePaise
}

/** What is held, with what exits have closed whose profit is not booked yet. */
function foldHeld(slot: Slot, own: readonly LivePosition[]): void {
  let side: Side = 0
  let staying = 0
  let costPaise = 0
  let chargesPaise = 0
  let exitedQuantity = 0
  let exitedValuePaise = 0
  let leaving = 0
  for (const position of own) {
    const entry = entryOf(position)
    const booked = bookedExits(position, entry)
    if (entry.quantity - booked.quantity <= 0) continue
    // A reversal enters only once the other side is closed.
    side = position.direction
    staying += entry.quantity - booked.quantity
    costPaise += entry.valuePaise - booked.costPaise
    leaving += leavingQuantity(position)
    slot.entryReason = position.entryReason
    slot.entryAtMs = position.openedAtMs ?? 0
    slot.squareOffAtMs = position.squareOffAtMs
    for (const order of position.orders) {
      if (order.purpose === 'ENTRY') chargesPaise += (order.charges ?? chargesOf(order))?.totalPaise ?? 0
      else if (!isBooked(order)) {
        exitedQuantity += filledQuantity(order)
        exitedValuePaise += filledValuePaise(order)
      }
    }
  }
  const quantity = Math.max(0, staying - exitedQuantity)
  Object.assign(slot, { side, quantity, exitedQuantity, exitedValuePaise })
  slot.pendingPart = Math.min(leaving, quantity)
  slot.entryValuePaise = costPaise
  slot.entryPaise = staying === 0 ? 0 : costPaise / staying
  slot.entryChargesPaise = chargesPaise
  if (side === 0) slot.pendingExit = null
}

/** What exits have closed whose profit is booked, at its part of the cost. */
function bookedExits(
  { orders }: LivePosition,
  entry: Entry,
): { readonly quantity: Quantity; readonly costPaise: Paise } {
  let quantity = 0
  let costPaise = 0
  for (const order of orders) {
    if (order.purpose === 'ENTRY' || !isBooked(order)) continue
    quantity += filledQuantity(order)
    costPaise += costOfPart(entry, filledQuantity(order))
  }
  return { quantity, costPaise }
}

/** Not when it has ended: one that was lost may turn up with some of its trades before it counts as open again. */
function isBooked({ pnlPaise }: LiveOrder): boolean {
  return pnlPaise !== null
}

/** What the shares that an exit has closed had cost. */
export function costOfPart(entry: Entry, quantity: Quantity): Paise {
  return entry.quantity === 0 ? 0 : Math.round((entry.valuePaise * quantity) / entry.quantity)
}

/** What is still to be entered, with the slices that have not been sent yet. */
function foldPending(slot: Slot, own: readonly LivePosition[]): void {
  let side: Side = 0
  let pending = 0
  let valuePaise = 0
  for (const position of own) {
    const order = position.orders.findLast((each) => each.purpose === 'ENTRY' && isPending(each))
    if (!order) continue
    const { entryQuantity, enteredBefore } = slicingOf(order)
    side = position.direction
    pending += entryQuantity - enteredBefore - filledQuantity(order)
    // An entry pays no more than its limit, and a short sold above the close is worth more than it.
    valuePaise += (entryQuantity - enteredBefore - filledQuantity(order)) * pendingPaise(order)
    slot.pendingReason = position.entryReason
    slot.pendingUntilMs = position.squareOffAtMs
    slot.pendingPrices = pendingPrices(order)
  }
  if (side === 0) slot.pendingPrices = null
  slot.pendingSide = side
  slot.pendingQuantity = pending
  slot.pendingValuePaise = valuePaise
}

function isPending(order: LiveOrder): boolean {
  return (!isEnded(order) && !order.isLate) || order.isToRetry
}

function pendingPaise(order: LiveOrder): Paise {
  return Math.max(order.pricePaise, namedPrices(order)?.limitPaise ?? 0)
}

function pendingPrices(order: LiveOrder): PendingPrices | null {
  const prices = namedPrices(order)
  return prices && { ...prices, limitUntilMs: limitUntilMs(order) }
}

function unmark(core: TradingAccount, slot: Slot): void {
  core.openPaise -= slot.openPaise
  core.openNetPaise -= slot.openNetPaise
  slot.openPaise = 0
  slot.openNetPaise = 0
}
