import type { ExitReason } from '../round-trip.ts'
import type { Paise, Quantity } from '../units.ts'
import { capitalOfSide, type Slot, type TradingAccount } from './trading-account.ts'

type Exit = {
  readonly pricePaise: Paise
  readonly atMs: number
  readonly reason: ExitReason
}

/** Applies the exit of all that is held: books profit net of both orders' charges and releases the capital. */
export function settleExit(account: TradingAccount, slot: Slot, exit: Exit): void {
  settlePartOfExit(slot, slot.quantity, exit.pricePaise)
  account.openPaise -= slot.openPaise
  account.openNetPaise -= slot.openNetPaise
  bookExited(account, slot, exit, slot.entryValuePaise, slot.entryChargesPaise)
  slot.side = 0
  slot.openPaise = 0
  slot.openNetPaise = 0
  slot.protection = null
  slot.pendingExit = null
  slot.pendingPart = 0
}

/** Some shares leave; the round trip is booked with the last of them, as one order. */
export function settlePartOfExit(slot: Slot, quantity: Quantity, pricePaise: Paise): void {
  slot.quantity -= quantity
  slot.exitedQuantity += quantity
  slot.exitedValuePaise += quantity * pricePaise
}

/**
 * Books the shares that have left as a round trip of their own, while the others stay. The charges of the entry are
 * paid once, by the last of them.
 */
export function settlePart(account: TradingAccount, slot: Slot, exit: Omit<Exit, 'pricePaise'>): void {
  bookExited(account, slot, exit, slot.exitedQuantity * slot.entryPaise, 0)
}

function bookExited(
  account: TradingAccount,
  slot: Slot,
  { atMs, reason }: Omit<Exit, 'pricePaise'>,
  costPaise: Paise,
  entryChargesPaise: Paise,
): void {
  const { side, exitedQuantity, exitedValuePaise } = slot
  const { charges } = account
  const exitChargesPaise = side === 1 ? charges.sellPaise(exitedValuePaise) : charges.buyPaise(exitedValuePaise)
  const chargesPaise = entryChargesPaise + exitChargesPaise
  const grossPaise = side === 1 ? exitedValuePaise - costPaise : costPaise - exitedValuePaise
  const netPaise = grossPaise - chargesPaise
  const capital = capitalOfSide(account, side)
  capital.inUsePaise -= costPaise
  capital.realisedPaise += netPaise
  account.realisedPaise += netPaise
  slot.entryValuePaise -= costPaise
  slot.exitedQuantity = 0
  slot.exitedValuePaise = 0
  account.rules.onTrade({
    symbol: slot.instrument.symbol,
    side: side === 1 ? 'LONG' : 'SHORT',
    quantity: exitedQuantity,
    entryAtMs: slot.entryAtMs,
    entryPricePaise: slot.entryPaise,
    entryReason: slot.entryReason,
    exitAtMs: atMs,
    // The average, if it left in parts.
    exitPricePaise: Math.round(exitedValuePaise / exitedQuantity),
    exitReason: reason,
    grossPaise,
    chargesPaise,
    netPaise,
  })
}
