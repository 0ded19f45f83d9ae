import { accept, type Checked } from '../checked.ts'
import { indiaDayNumber, indiaDayStartMs } from '../time.ts'
import { checkEquity, type EquityRefusalCode } from './check-equity.ts'
import type { EquityColumns } from './equity-columns.ts'

const TRADING_DAYS_A_YEAR = 252
// Equal returns differ by rounding noise of this size; dividing by it would give a ratio of billions.
const NO_DEVIATION = 1e-12

/**
 * Mean over standard deviation (of a sample, n - 1) of the returns from one India day's last equity to the next,
 * times the root of 252, without a risk-free rate. The first day's return starts at the first row.
 * Null if undefined: fewer than two days, returns that do not vary, or an equity at or below zero.
 */
export function dailySharpe(equity: EquityColumns): Checked<number | null, EquityRefusalCode> {
  const refusal = checkEquity(equity)
  if (refusal) return refusal
  const { atMs, equityPaise } = equity
  let count = 0
  let mean = 0
  let squares = 0
  let base = equityPaise[0] as number
  const last = atMs.length - 1
  let dayEndMs = endOfDayMs(atMs[0] as number)
  for (let row = 0; row <= last; row++) {
    const nextAtMs = row === last ? Infinity : (atMs[row + 1] as number)
    if (nextAtMs < dayEndMs) continue
    dayEndMs = endOfDayMs(nextAtMs)
    if (base <= 0) return accept(null)
    const value = equityPaise[row] as number
    const gain = value / base - 1
    base = value
    // Welford's algorithm, because sums of squares lose precision when returns are small.
    count++
    const delta = gain - mean
    mean += delta / count
    squares += delta * (gain - mean)
  }
  if (count < 2 || base <= 0) return accept(null)
  const deviation = Math.sqrt(squares / (count - 1))
  return accept(deviation < NO_DEVIATION ? null : (mean / deviation) * Math.sqrt(TRADING_DAYS_A_YEAR))
}

function endOfDayMs(atMs: number): number {
  return indiaDayStartMs(indiaDayNumber(atMs) + 1)
}
