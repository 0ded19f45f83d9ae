import type { ExitReason } from '../round-trip.ts'
import type { Paise, Quantity } from '../units.ts'
import { capitalOfSide, type Slot, type TradingAccount } from './trading-account.ts'

type Exit = {
  readonly pricePaise: Paise
  readonly atMs: number
  readonly reason: ExitReason
}

/** Applies the exit at this price: books profit net of both orders' charges and releases the capital. */
export function settleExit(account: TradingAccount, slot: Slot, exit: Exit): void {
  const { side } = slot
  const quantity = slot.quantity + slot.exitedQuantity
  const exitValuePaise = slot.exitedValuePaise + slot.quantity * exit.pricePaise
  const { charges } = account
  const exitChargesPaise = side === 1 ? charges.sellPaise(exitValuePaise) : charges.buyPaise(exitValuePaise)
  const chargesPaise = slot.entryChargesPaise + exitChargesPaise
  const grossPaise = side === 1 ? exitValuePaise - slot.entryValuePaise : slot.entryValuePaise - exitValuePaise
  const netPaise = grossPaise - chargesPaise
  const capital = capitalOfSide(account, side)
  capital.inUsePaise -= slot.entryValuePaise
  capital.realisedPaise += netPaise
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
  slot.pendingExit = null
}

/** Some shares leave; the round trip is booked with the last of them, as one order. */
export function settlePartOfExit(slot: Slot, quantity: Quantity, pricePaise: Paise): void {
  slot.quantity -= quantity
  slot.exitedQuantity += quantity
  slot.exitedValuePaise += quantity * pricePaise
}
