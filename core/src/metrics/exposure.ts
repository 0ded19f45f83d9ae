import { accept, type Checked } from '../checked.ts'
import { checkTrades, type TradeRefusalCode } from './check-trades.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

/**
 * The share of bars, between 0 and 1, during which at least one trade was open; null without bars. It counts bars rather
 * than hours, so that nights and holidays do not count. A trade within one bar counts as that bar.
 */
export function exposure(
  trades: readonly ClosedRoundTrip[],
  barTimeMs: ArrayLike<number>,
): Checked<number | null, TradeRefusalCode> {
  const refusal = checkTrades(trades)
  if (refusal) return refusal
  if (barTimeMs.length === 0) return accept(null)
  const byEntry = [...trades].sort((left, right) => left.entryAtMs - right.entryAtMs)
  let held = 0
  let next = 0
  let openUntilMs = -Infinity
  for (let bar = 0; bar < barTimeMs.length; bar++) {
    const startMs = barTimeMs[bar] as number
    const endMs = barTimeMs[bar + 1] ?? Infinity
    let isHeld = startMs < openUntilMs
    for (let trade = byEntry[next]; trade && trade.entryAtMs < endMs; trade = byEntry[++next]) {
      if (trade.entryAtMs >= startMs) isHeld = true
      openUntilMs = Math.max(openUntilMs, trade.exitAtMs)
    }
    if (isHeld || startMs < openUntilMs) held++
  }
  return accept(held / barTimeMs.length)
}
