import { limitReached } from '../risk/limit-reached.ts'
import { highestNetPaise, lowestNetPaise, netFigurePaise, netFigures } from './net-figure.ts'
import type { TradingAccount } from './trading-account.ts'

/** Compares the account's net figure with its limits; the first one reached marks every position for closing. */
export function applyLimits(account: TradingAccount): void {
  if (!account.hasNetLimits) return
  if (account.realisedPaise > account.peakRealisedPaise) account.peakRealisedPaise = account.realisedPaise
  if (account.stoppedBy !== null) return
  const netPaise = netFigurePaise(account)
  if (netPaise > lowestNetPaise(account) && netPaise < highestNetPaise(account)) return
  account.stoppedBy = limitReached(netFigures(account), account.rules.limits)
  for (const slot of account.slots) {
    // An exit that is under way keeps its own reason.
    if (slot.side !== 0) slot.pendingExit ??= account.stoppedBy
  }
}
