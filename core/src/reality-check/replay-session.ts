import type { BacktestInput, BacktestSymbol, Decided } from '../backtest/backtest-input.ts'
import { runBacktest } from '../backtest/run-backtest.ts'
import { signalsByMinute } from '../backtest/signals-by-minute.ts'
import type { Bars } from '../bars.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { checkParameters } from '../strategies/check-parameters.ts'
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
  const decided = input.decided ? accept(input.decided) : decide(input)
  if (!decided.ok) return decided
  const cut = symbols.flatMap((symbol, index) => {
    const from = firstFrom(symbol.bars.timeMs, fromMs)
    const until = firstFrom(symbol.bars.timeMs, untilMs)
    if (from === until) return []
    const sizes = [...decided.value.sizes[index]!].filter(([bar]) => bar >= from && bar < until)
    return [
      {
        symbol: { ...symbol, bars: sliceBars(symbol.bars, from, until) },
        signals: decided.value.signals[index]!.slice(from, until),
        sizes: new Map(sizes.map(([bar, size]) => [bar - from, size])),
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

function decide(input: ReplayInput): Checked<Decided, string> {
  const checked = checkParameters(input.strategy, input.parameters)
  if (!checked.ok) return checked
  const plan = input.strategy.plan(checked.value)
  return accept({
    signals: input.symbols.map(({ seen, traits }) => signalsByMinute(plan, seen, input, traits).signals),
    sizes: input.symbols.map(() => new Map()),
  })
}

function firstFrom(timeMs: Float64Array, fromMs: number): number {
  const row = timeMs.findIndex((at) => at >= fromMs)
  return row === -1 ? timeMs.length : row
}

function sliceBars(bars: Bars, from: number, until: number): Bars {
  return {
    timeMs: bars.timeMs.slice(from, until),
    openPaise: bars.openPaise.slice(from, until),
    highPaise: bars.highPaise.slice(from, until),
    lowPaise: bars.lowPaise.slice(from, until),
    closePaise: bars.closePaise.slice(from, until),
    volume: bars.volume.slice(from, until),
  }
}
