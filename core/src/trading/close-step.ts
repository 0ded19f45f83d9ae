import { dayLimitReached } from '../risk/check-entry.ts'
import type { TradingAccount } from './trading-account.ts'

/** After all symbols of an instant are marked: updates the drawdown and checks the daily limits. */
export function closeStep(account: TradingAccount): void {
  const netPaise = account.realisedPaise + account.openPaise
  if (netPaise > account.peakNetPaise) account.peakNetPaise = netPaise
  const drawdownPaise = account.peakNetPaise - netPaise
  if (drawdownPaise > account.maxDrawdownPaise) account.maxDrawdownPaise = drawdownPaise
  if (account.stoppedBy !== null) return
  account.stoppedBy = dayLimitReached(netPaise - account.netAtSessionStartPaise, account.rules.limits)
  if (account.stoppedBy === null) return
  for (const slot of account.slots) {
    if (slot.side !== 0) slot.wantedExit = account.stoppedBy
  }
}
