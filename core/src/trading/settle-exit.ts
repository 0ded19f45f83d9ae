import type { Paise, Quantity } from '../units.ts'
import type { ExitReason } from '../round-trip.ts'
import { type TradingAccount, potOf, type Slot } from './trading-account.ts'

type Exit = {
  readonly pricePaise: Paise
  readonly atMs: number
  readonly reason: ExitReason
  /** Total value and charges of the broker's exits, if there were several orders or prices. */
  readonly filled?: { readonly valuePaise: Paise; readonly chargesPaise: Paise }
}

/** Applies the exit at this price: books profit net of both orders' charges and releases the capital. */
export function settleExit(account: TradingAccount, slot: Slot, exit: Exit): void {
  const { side } = slot
  const quantity = slot.quantity + slot.exitedQuantity
  const exitValuePaise = exit.filled?.valuePaise ?? slot.exitedValuePaise + slot.quantity * exit.pricePaise
  const { charges } = account
  const chargesPaise =
    exit.filled?.chargesPaise ??
    slot.entryChargesPaise + (side === 1 ? charges.sellPaise(exitValuePaise) : charges.buyPaise(exitValuePaise))
  const grossPaise = side === 1 ? exitValuePaise - slot.entryValuePaise : slot.entryValuePaise - exitValuePaise
  const netPaise = grossPaise - chargesPaise
  const pot = potOf(account, side)
  pot.inUsePaise -= slot.entryValuePaise
  pot.realisedPaise += netPaise
  account.realisedPaise += netPaise
  account.openPaise -= slot.openPaise
  account.openNetPaise -= slot.openNetPaise
  account.rules.onTrade({
    symbol: slot.instrument.symbol,
    side: side === 1 ? 'LONG' : 'SHORT',
    quantity,
    entryAtMs: slot.entryAtMs,
    entryPricePaise: slot.entryPaise,
    entryReason: slot.entryReason,
    exitAtMs: exit.atMs,
    // The average, if it left in parts.
    exitPricePaise: slot.exitedQuantity === 0 ? exit.pricePaise : Math.round(exitValuePaise / quantity),
    exitReason: exit.reason,
    grossPaise,
    chargesPaise,
    netPaise,
  })
  slot.side = 0
  slot.quantity = 0
  slot.openPaise = 0
  slot.openNetPaise = 0
  slot.entryValuePaise = 0
  slot.exitedQuantity = 0
  slot.exitedValuePaise = 0
  slot.protection = null
  slot.wantedExit = null
}

/** Some shares leave; the round trip is booked with the last of them, as one order. */
export function settlePartOfExit(slot: Slot, quantity: Quantity, pricePaise: Paise): void {
  slot.quantity -= quantity
  slot.exitedQuantity += quantity
  slot.exitedValuePaise += quantity * pricePaise
}

type SliceExit = { readonly quantity: Quantity; readonly entryValuePaise: Paise; readonly netPaise: Paise }

/** One slice of an entry has left with its profit, while others are still held. */
export function settleSliceExit(account: TradingAccount, slot: Slot, slice: SliceExit): void {
  const { quantity, entryValuePaise, netPaise } = slice
  const pot = potOf(account, slot.side)
  const staying = 1 - quantity / slot.quantity
  const openPaise = Math.round(slot.openPaise * staying)
  const openNetPaise = Math.round(slot.openNetPaise * staying)
  pot.inUsePaise -= entryValuePaise
  pot.realisedPaise += netPaise
  account.realisedPaise += netPaise
  account.openPaise += openPaise - slot.openPaise
  account.openNetPaise += openNetPaise - slot.openNetPaise
  slot.openPaise = openPaise
  slot.openNetPaise = openNetPaise
  slot.entryChargesPaise = Math.round(slot.entryChargesPaise * staying)
  slot.quantity -= quantity
  slot.entryValuePaise -= entryValuePaise
  slot.entryPaise = slot.entryValuePaise / slot.quantity
}
