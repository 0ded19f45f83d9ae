import type { Paise } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { HOUR_MS, indiaTimeOfDayMs } from '../time.ts'
import { checkTrades, type TradeRefusalCode } from './check-trades.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

export type HourOfTrades = {
  /** 0 to 23, India time. */
  readonly hour: number
  readonly trades: number
  readonly wins: number
  readonly netPaise: Paise
}

/** Trades by the India hour of their exit, when profit was realised; only hours with trades, in order. */
export function hourlyBreakdown(
  trades: readonly ClosedRoundTrip[],
): Checked<readonly HourOfTrades[], TradeRefusalCode> {
  const refusal = checkTrades(trades)
  if (refusal) return refusal
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, trades: 0, wins: 0, netPaise: 0 }))
  for (const { netPaise, exitAtMs } of trades) {
    const hour = hours[Math.floor(indiaTimeOfDayMs(exitAtMs) / HOUR_MS)]
    if (!hour) continue
    hour.trades++
    hour.netPaise += netPaise
    if (netPaise > 0) hour.wins++
  }
  return accept(hours.filter((hour) => hour.trades > 0))
}
