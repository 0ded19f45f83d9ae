import type { Bars } from '../bars.ts'
import type { SessionTraits } from '../calendar/market-calendar.ts'
import { aggregateBars } from '../intervals/aggregate-bars.ts'
import { decisionMinutes } from '../intervals/decision-minutes.ts'
import { sessionAt } from '../intervals/session-at.ts'
import { signalColumn } from '../strategies/signal-column.ts'
import type { StrategyPlan } from '../strategies/strategy.ts'
import type { TradingRules } from '../trading/trading-rules.ts'
import type { MinuteSignals } from './open-series.ts'

/** A strategy's signals on bars of its interval, each at the minute at whose close the bar decides. */
export function signalsByMinute(
  plan: StrategyPlan,
  minutes: Bars,
  { interval, calendar }: Pick<TradingRules, 'interval' | 'calendar'>,
  traits: SessionTraits,
): MinuteSignals {
  if (interval === '1m') return { interval, signals: signalColumn(plan, minutes) }
  const aggregated = aggregateBars(minutes, interval, sessionAt(calendar, traits))
  const decided = signalColumn(plan, aggregated.bars)
  const rows = decisionMinutes(minutes, aggregated, interval)
  const signals = new Uint8Array(minutes.timeMs.length)
  for (let bar = 0; bar < decided.length; bar++) signals[rows[bar]!] = decided[bar]!
  return { interval, signals }
}
