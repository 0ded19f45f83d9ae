import type { BacktestInput, BacktestSymbol } from '../backtest/backtest-input.ts'
import { decideOn } from '../backtest/decide-on.ts'
import { runBacktest } from '../backtest/run-backtest.ts'
import type { Bars } from '../bars.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { firstRowFrom, sliceBars } from '../slice-bars.ts'
import { sliceTerms } from '../trading/order-terms.ts'
import type { Replayed } from './compare-session.ts'

export type ReplayedSymbol = Omit<BacktestSymbol, 'bars'> & {
  /** One-minute bars at the prices that traded, from the warm-up to the end of the session. */
  readonly bars: Bars
  /** The same bars as the strategy saw them, adjusted for corporate actions. */
  readonly seen: Bars
}

export type ReplayInput = Omit<BacktestInput, 'symbols'> & {
  readonly symbols: readonly ReplayedSymbol[]
  /** The part of the session in which the instance ran. */
  readonly fromMs: number
  readonly untilMs: number
}

/** The session as the kernel trades it: decided with the bars before it, from an account that begins with it. */
export function replaySession(input: ReplayInput): Checked<Replayed, string> {
  const { fromMs, untilMs, symbols, ...rules } = input
  const seen = symbols.map((symbol) => ({ bars: symbol.seen, traits: symbol.traits }))
  const decided = input.decided ? accept(input.decided) : decideOn(input, seen)
  if (!decided.ok) return decided
  const cut = symbols.flatMap((symbol, index) => {
    const from = firstRowFrom(symbol.bars.timeMs, fromMs)
    const until = firstRowFrom(symbol.bars.timeMs, untilMs)
    if (from === until) return []
    return [
      {
        symbol: { ...symbol, bars: sliceBars(symbol.bars, from, until) },
        signals: decided.value.signals[index]!.slice(from, until),
        sizes: sliceTerms(decided.value.sizes[index]!, from, until),
      },
    ]
  })
  if (cut.length === 0) return refuse('NO_BARS', 'symbols', 'There are no bars of this session.')
  const report = runBacktest({
    ...rules,
    symbols: cut.map(({ symbol }) => symbol),
    decided: { signals: cut.map(({ signals }) => signals), sizes: cut.map(({ sizes }) => sizes) },
  })
  if (!report.ok) return report
  const minutesOf = new Map(cut.map(({ symbol }) => [symbol.instrument.symbol, symbol.bars.timeMs]))
  return accept({ trades: report.value.trades, minutesOf })
}
