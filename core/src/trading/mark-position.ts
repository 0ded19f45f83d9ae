import type { Paise } from '../units.ts'
import { netIfClosedPaise } from './net-figure.ts'
import type { TradingAccount, Slot } from './trading-account.ts'

/** Marks the open position at a price: the bar's close, or live the last tick. */
export function markPosition(account: TradingAccount, slot: Slot, pricePaise: Paise): void {
  const openPaise = slot.side * slot.quantity * (pricePaise - slot.entryPaise)
  account.openPaise += openPaise - slot.openPaise
  slot.openPaise = openPaise
  if (!account.hasNetLimits) return
  const openNetPaise = netIfClosedPaise(account, slot, pricePaise)
  account.openNetPaise += openNetPaise - slot.openNetPaise
  slot.openNetPaise = openNetPaise
}
