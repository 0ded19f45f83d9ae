import type { Bars } from '../bars.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * Refuses bars with a gap of more than `maxGapBars` within one session, and names the bar after the gap.
 * Nights and holidays are not gaps. Shorter gaps are normal for shares that do not trade every minute.
 */
export function checkGaps(
  bars: Bars,
  maxGapBars: number,
  sessionNumberAt: (atMs: number) => number,
): Checked<Bars, 'GAP_TOO_LONG'> {
  const { timeMs } = bars
  for (let i = 1; i < timeMs.length; i++) {
    const missing = (timeMs[i]! - timeMs[i - 1]!) / MINUTE_MS - 1
    if (missing <= maxGapBars || sessionNumberAt(timeMs[i]!) !== sessionNumberAt(timeMs[i - 1]!)) continue
    const sentence = `${Math.floor(missing)} bars are missing before bar ${i}; at most ${maxGapBars} may be.`
    return refuse('GAP_TOO_LONG', 'timeMs', sentence, i)
  }
  return accept(bars)
}
