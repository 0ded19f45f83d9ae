// An entry above the exchange's freeze quantity goes in slices, the next one when the last is complete. Each slice is a
// position of its own: its stop may not be larger either, and a position has one exit-side order. How many shares one
// order may have is learnt from refusals, since the exchange does not tell it; half of what was refused is tried next.

import type { Instrument } from '@trading-bot/core/instrument'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Quantity } from '@trading-bot/core/units'
import { type ManagedAccount, slicesOf, slotOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { entryOf, type LivePosition } from '../positions/live-position.ts'
import { openPosition } from '../positions/open-position.ts'
import { type LiveOrder, type Slicing, slicingOf } from './live-order.ts'
import { newOrder } from './new-order.ts'
import { ENTRY_AGE_LIMIT_MS, submitSoon } from './order-gateway.ts'
import { isAboutFreeze } from './refused-changes.ts'

/** How much of an entry may go in one order, and what its order has to know of the whole; nothing if that is all. */
export function firstSlice(engine: LiveEngine, instrument: Instrument, quantity: Quantity) {
  return sliceFrom(engine, instrument, { entryQuantity: quantity, enteredBefore: 0 })
}

function sliceFrom({ freezes, setup }: LiveEngine, { token, lotSize }: Instrument, slicing: Slicing) {
  const known = freezes.get(token)
  const most = known?.dayNumber === indiaDayNumber(setup.clock.nowMs()) ? known.most : Infinity
  const rest = slicing.entryQuantity - slicing.enteredBefore
  const quantity = most >= rest ? rest : Math.max(lotSize, Math.floor(most / lotSize) * lotSize)
  return { quantity, slicing: quantity === slicing.entryQuantity ? {} : slicing }
}

/** Whether an entry that was refused for its quantity is sent again in slices. */
export function isTriedInSlices(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): boolean {
  const position = account.positions.get(order.positionId)
  const lotSize = slotOf(account, order.token)?.instrument.lotSize
  if (order.purpose !== 'ENTRY' || order.state !== 'REJECTED' || !isAboutFreeze(order.detail)) return false
  if (order.isLate || order.fills.length > 0 || lotSize === undefined || order.quantity <= lotSize) return false
  return position !== undefined && position.exitReason === null && mayGoOn(engine, account, order)
}

/** Sends a refused entry again with as many shares as one order may have; the others follow as slices. */
export function tryInSlices(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  order: LiveOrder,
): boolean {
  if (!isTriedInSlices(engine, account, order)) return false
  submitSoon(engine, [{ account, order: sliceOrder(engine, account, position, order, slicingOf(order)) }])
  return true
}

/** Shares of the same entry that are sent when this slice is complete; none once anything speaks against them. */
export function restOfEntry(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): Quantity {
  const { entryQuantity, enteredBefore } = slicingOf(order)
  const entered = enteredBefore + order.quantity
  if (order.isLate || !mayGoOn(engine, account, order)) return 0
  const slices = slicesOf(account, order)
  // A slice that has left, or is about to, ends the entry.
  if (slices.some(({ exitReason }) => exitReason !== null)) return 0
  // One that came only partly ends it as well.
  const held = slices.reduce((sum, slice) => sum + entryOf(slice).quantity, 0)
  return held === entered ? entryQuantity - entered : 0
}

export function enterNextSlice(engine: LiveEngine, account: ManagedAccount, last: LiveOrder): void {
  const slot = slotOf(account, last.token)
  if (!slot || slot.wantedSide === 0) return
  const { entryQuantity, enteredBefore } = slicingOf(last)
  const slicing = { entryQuantity, enteredBefore: enteredBefore + last.quantity }
  const position = openPosition(engine, account, last.token, slot.wantedSide)
  submitSoon(engine, [{ account, order: sliceOrder(engine, account, position, last, slicing) }])
}

function sliceOrder(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  { token, side, purpose, reason, decidedAtMs, pricePaise, inputs: before }: LiveOrder,
  whole: Slicing,
): LiveOrder {
  const { quantity, slicing } = sliceFrom(engine, slotOf(account, token)!.instrument, whole)
  const inputs = { ...before, ...slicing }
  return newOrder(engine, account, { position, side, quantity, purpose, reason, decidedAtMs, pricePaise, inputs })
}

/** The rest is no new decision, so that only what ends entries altogether ends it; the store asks the switches again. */
function mayGoOn(
  { setup }: LiveEngine,
  { instance, core }: ManagedAccount,
  { token, decidedAtMs }: LiveOrder,
): boolean {
  const nowMs = setup.clock.nowMs()
  const slot = core.slots.find(({ instrument }) => instrument.token === token)
  if (!slot || nowMs - decidedAtMs >= ENTRY_AGE_LIMIT_MS || nowMs >= slot.wantedUntilMs) return false
  const isExcluded = core.rules.excludedSymbols?.has(slot.instrument.symbol) ?? false
  return instance.isRunning && nowMs < instance.entriesUntilMs && core.stoppedBy === null && !isExcluded
}
