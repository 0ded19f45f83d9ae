import { applyLimits } from './apply-limits.ts'
import type { TradingAccount } from './trading-account.ts'

/** After all symbols of an instant are marked: updates the drawdown and checks the limits. */
export function closeStep(account: TradingAccount): void {
  const netPaise = account.realisedPaise + account.openPaise
  if (netPaise > account.peakNetPaise) account.peakNetPaise = netPaise
  const drawdownPaise = account.peakNetPaise - netPaise
  if (drawdownPaise > account.maxDrawdownPaise) account.maxDrawdownPaise = drawdownPaise
  applyLimits(account)
}
