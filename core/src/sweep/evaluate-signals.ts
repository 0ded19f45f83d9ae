import { advanceSingle, runClock } from '../backtest/run-clock.ts'
import { type CloseRanges, closeRanges } from '../backtest/close-ranges.ts'
import { openSeries } from '../backtest/open-series.ts'
import type { Decided } from '../backtest/backtest-input.ts'
import type { Bars } from '../bars.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import { openTallied, type SweepResult, type TallySetup } from './open-tallied.ts'

/** Bars that many combinations trade on; what they share is computed once. */
export type SharedBars = { readonly bars: readonly Bars[]; readonly ranges: CloseRanges | null }

export function shareBars(bars: readonly Bars[]): SharedBars {
  return { bars, ranges: bars.length === 1 ? closeRanges(bars[0]!.closePaise) : null }
}

/** One combination whose decisions were made elsewhere, such as by a script, by symbol and minute. */
export function evaluateSignals(
  setup: TallySetup,
  { bars, ranges }: SharedBars,
  { signals, sizes }: Decided,
  parameters: ParameterValues,
): SweepResult {
  const { account, result } = openTallied(setup, parameters)
  const { interval } = setup.rules
  const series = bars.map((columns, index) => {
    const own = signals[index]!
    // The kernel reads four at a time, from the start of a buffer.
    const aligned = own.byteOffset === 0 ? own : own.slice()
    const opened = openSeries(account.slots[index]!, columns, { interval, signals: aligned }, ranges)
    const named = sizes[index]
    return named && named.size > 0 ? { ...opened, sizes: named } : opened
  })
  const [only] = series
  if (only !== undefined && series.length === 1) advanceSingle(account, only, only.bars.timeMs.length, null)
  else runClock(account, series, () => true)
  return result()
}
