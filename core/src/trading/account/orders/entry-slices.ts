// An entry above the exchange's freeze quantity goes in slices, the next one when the last is complete. Each slice is a
// position of its own: its stop may not be larger either, and a position has one exit-side order. How many shares one
// order may have is learnt from refusals, since the exchange does not tell it; half of what was refused is tried next.

import type { Instrument } from '../../../instrument.ts'
import { indiaDayNumber } from '../../../time.ts'
import type { Quantity } from '../../../units.ts'
import { type LiveOrder, type Slicing, slicingOf } from '../state/live-order.ts'
import { entryOf, type LivePosition } from '../state/live-position.ts'
import { type ManagedAccount, slicesOf, slotOf } from '../state/managed-account.ts'
import { newOrder } from './new-order.ts'
import { openPosition } from './open-position.ts'
import { ENTRY_AGE_LIMIT_MS, submit } from './order-queue.ts'
import { isAboutFreeze } from './refused-changes.ts'

/** How much of an entry may go in one order, and what its order has to know of the whole; nothing if that is all. */
export function firstSlice(account: ManagedAccount, instrument: Instrument, quantity: Quantity) {
  return sliceFrom(account, instrument, { entryQuantity: quantity, enteredBefore: 0 })
}

function sliceFrom({ context }: ManagedAccount, { token, lotSize }: Instrument, slicing: Slicing) {
  const known = context.freezes.get(token)
  const most = known?.dayNumber === indiaDayNumber(context.nowMs) ? known.most : Infinity
  const rest = slicing.entryQuantity - slicing.enteredBefore
  const quantity = most >= rest ? rest : Math.max(lotSize, Math.floor(most / lotSize) * lotSize)
  return { quantity, slicing: quantity === slicing.entryQuantity ? {} : slicing }
}

/** Whether an entry that was refused for its quantity is sent again in slices. */
export function isTriedInSlices(account: ManagedAccount, order: LiveOrder): boolean {
  const position = account.positions.get(order.positionId)
  const lotSize = slotOf(account, order.token)?.instrument.lotSize
  if (order.purpose !== 'ENTRY' || order.state !== 'REJECTED' || !isAboutFreeze(order.detail)) return false
  if (order.isLate || order.fills.length > 0 || lotSize === undefined || order.quantity <= lotSize) return false
  return position !== undefined && position.exitReason === null && mayGoOn(account, order)
}

/** Sends a refused entry again with as many shares as one order may have; the others follow as slices. */
export function tryInSlices(account: ManagedAccount, position: LivePosition, order: LiveOrder): boolean {
  if (!isTriedInSlices(account, order)) return false
  submit(account, sliceOrder(account, position, order, slicingOf(order)))
  return true
}

/** Shares of the same entry that are sent when this slice is complete; none once anything speaks against them. */
export function restOfEntry(account: ManagedAccount, order: LiveOrder): Quantity {
  const { entryQuantity, enteredBefore } = slicingOf(order)
  const entered = enteredBefore + order.quantity
  if (order.isLate || !mayGoOn(account, order)) return 0
  const slices = slicesOf(account, order)
  // A slice that has left, or is about to, ends the entry.
  if (slices.some(({ exitReason }) => exitReason !== null)) return 0
  // One that came only partly ends it as well.
  const held = slices.reduce((sum, slice) => sum + entryOf(slice).quantity, 0)
  return held === entered ? entryQuantity - entered : 0
}

export function enterNextSlice(account: ManagedAccount, before: LivePosition, last: LiveOrder): void {
  const { token, direction, entryReason, squareOffAtMs } = before
  const { entryQuantity, enteredBefore } = slicingOf(last)
  const slicing = { entryQuantity, enteredBefore: enteredBefore + last.quantity }
  const position = openPosition(account, { token, direction, entryReason, squareOffAtMs })
  submit(account, sliceOrder(account, position, last, slicing))
}

function sliceOrder(
  account: ManagedAccount,
  position: LivePosition,
  { token, side, purpose, reason, decidedAtMs, pricePaise, inputs: before, renewedUntilMs }: LiveOrder,
  whole: Slicing,
): LiveOrder {
  const { quantity, slicing } = sliceFrom(account, slotOf(account, token)!.instrument, whole)
  const inputs = { ...before, ...slicing }
  const slice = newOrder(account, { position, side, quantity, purpose, reason, decidedAtMs, pricePaise, inputs })
  slice.renewedUntilMs = renewedUntilMs
  return slice
}

/** The rest is no new decision, so that only what ends entries altogether ends it; the store asks the switches again. */
function mayGoOn({ instance, core, context, positions }: ManagedAccount, order: LiveOrder): boolean {
  const { nowMs } = context
  const position = positions.get(order.positionId)
  const slot = core.slots.find(({ instrument }) => instrument.token === order.token)
  if (!slot || !position || nowMs - order.decidedAtMs >= ENTRY_AGE_LIMIT_MS || nowMs >= position.squareOffAtMs)
    return false
  const isExcluded = core.rules.excludedSymbols?.has(slot.instrument.symbol) ?? false
  return instance.isRunning && nowMs < instance.entriesUntilMs && core.stoppedBy === null && !isExcluded
}
