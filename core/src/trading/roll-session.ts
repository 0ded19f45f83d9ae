import { indiaDayNumber, weekNumber } from '../time.ts'
import { netFigurePaise } from './net-figure.ts'
import type { Slot, TradingAccount } from './trading-account.ts'

/** Finds the slot's session for a bar; the first bar of a new session resets the account's daily limits. */
export function rollSession(account: TradingAccount, slot: Slot, timeMs: number): void {
  const { rules } = account
  const number = rules.sessionNumberAt(timeMs)
  slot.session = rules.sessionOf(number, slot.traits)
  // Bars outside a session are looked up every time, because there are few of them.
  slot.sessionKnownUntilMs = slot.session !== null && timeMs >= slot.session.openMs ? slot.session.closeMs : -Infinity
  if (number <= account.sessionNumber) return
  const dayNumber = indiaDayNumber(timeMs)
  const netPaise = netFigurePaise(account)
  account.sessionNumber = number
  account.charges = rules.chargesOn(dayNumber)
  account.entriesToday = 0
  account.netAtSessionStartPaise = netPaise
  const isNewWeek = weekNumber(dayNumber) !== account.weekNumber
  if (isNewWeek) {
    account.weekNumber = weekNumber(dayNumber)
    account.netAtWeekStartPaise = netPaise
  }
  // A weekly loss stops the week; a drawdown stops the account until its owner changes the limit.
  const isLasting = account.stoppedBy === 'DRAWDOWN' || (account.stoppedBy === 'WEEKLY_LOSS' && !isNewWeek)
  if (!isLasting) account.stoppedBy = null
}
