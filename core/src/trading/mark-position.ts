import type { TradingAccount, Slot } from './trading-account.ts'

/** Marks the open position at the bar's close. */
export function markPosition(account: TradingAccount, slot: Slot, closePaise: number): void {
  const openPaise = slot.side * slot.quantity * (closePaise - slot.entryPaise)
  account.openPaise += openPaise - slot.openPaise
  slot.openPaise = openPaise
}
