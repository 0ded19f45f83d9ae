import type { Paise } from '../units.ts'
import { netIfClosedPaise } from './net-figure.ts'
import type { Slot, TradingAccount } from './trading-account.ts'

/** Marks the open position at a price: the bar's close, or live the last tick. */
export function markPosition(account: TradingAccount, slot: Slot, pricePaise: Paise): void {
  const openPaise = slot.side * slot.quantity * (pricePaise - slot.entryPaise) + exitedGrossPaise(slot)
  account.openPaise += openPaise - slot.openPaise
  slot.openPaise = openPaise
  if (!account.hasNetLimits) return
  const openNetPaise = netIfClosedPaise(account, slot, pricePaise)
  account.openNetPaise += openNetPaise - slot.openNetPaise
  slot.openNetPaise = openNetPaise
}

/** Profit of the shares that have left already, before charges; it is booked when the last one leaves. */
export function exitedGrossPaise({ side, exitedQuantity, exitedValuePaise, entryPaise }: Slot): number {
  return exitedQuantity === 0 ? 0 : side * (exitedValuePaise - exitedQuantity * entryPaise)
}
