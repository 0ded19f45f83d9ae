import { indiaDayNumber } from '../time.ts'
import type { TradingAccount, Slot } from './trading-account.ts'

/** Finds the slot's session for a bar; the first bar of a new session resets the account's daily limits. */
export function rollSession(account: TradingAccount, slot: Slot, timeMs: number): void {
  const { rules } = account
  const number = rules.sessionNumberAt(timeMs)
  slot.session = rules.sessionOf(number, slot.traits)
  // Bars outside a session are looked up every time, because there are few of them.
  slot.sessionKnownUntilMs = slot.session !== null && timeMs >= slot.session.openMs ? slot.session.closeMs : -Infinity
  if (number <= account.sessionNumber) return
  account.sessionNumber = number
  account.charges = rules.chargesOn(indiaDayNumber(timeMs))
  account.entriesToday = 0
  account.stoppedBy = null
  account.netAtSessionStartPaise = account.realisedPaise + account.openPaise
}
