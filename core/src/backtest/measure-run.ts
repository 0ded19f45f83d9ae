import { dailySharpe } from '../metrics/daily-sharpe.ts'
import { exposure } from '../metrics/exposure.ts'
import { type HourOfTrades, hourlyBreakdown } from '../metrics/hourly-breakdown.ts'
import { type Drawdown, maxDrawdown } from '../metrics/max-drawdown.ts'
import { summariseTrades, type TradeSummary } from '../metrics/summarise-trades.ts'
import { type TradeIntervals, tradeIntervals } from '../metrics/trade-intervals.ts'
import type { Checked } from '../checked.ts'
import type { RoundTrip } from '../round-trip.ts'
import type { Equity } from './run-clock.ts'

export type RunMetrics = {
  readonly summary: TradeSummary
  readonly drawdown: Drawdown
  readonly sharpe: number | null
  readonly exposure: number | null
  readonly hourly: readonly HourOfTrades[]
  readonly intervals: TradeIntervals
}

export function measureRun(trades: readonly RoundTrip[], { timeMs, equityPaise }: Equity): RunMetrics {
  const equity = { atMs: timeMs, equityPaise }
  return {
    summary: sound(summariseTrades(trades)),
    drawdown: sound(maxDrawdown(equity)),
    sharpe: sound(dailySharpe(equity)),
    exposure: sound(exposure(trades, timeMs)),
    hourly: sound(hourlyBreakdown(trades)),
    intervals: sound(tradeIntervals(trades)),
  }
}

// The kernel produced these numbers, so a refusal here is a bug in the kernel.
function sound<T>(measured: Checked<T, string>): T {
  if (!measured.ok) throw new Error(measured.refusal.sentence)
  return measured.value
}
