import type { Bars } from '../bars.ts'
import { Ema } from './ema.ts'
import type { Indicator } from './indicator.ts'

/** Every output of a new indicator over all bars, NaN before its first value. */
export function indicatorColumns(indicator: Indicator, bars: Bars): Float64Array[] {
  const length = bars.timeMs.length
  const columns = Array.from(indicator.values, () => new Float64Array(length))
  foldIndicator(indicator, bars, { from: 0, to: length }, columns)
  return columns
}

/** Steps over the bars [from, to) and writes each bar's values at `column[bar - from + offset]`. */
export function foldIndicator(
  indicator: Indicator,
  bars: Bars,
  range: { readonly from: number; readonly to: number; readonly offset?: number },
  columns: readonly (Float64Array | undefined)[],
): void {
  const { values } = indicator
  const { closePaise, highPaise, lowPaise } = bars
  const shift = (range.offset ?? 0) - range.from
  const [first, second, third, fourth] = columns
  if (indicator instanceof Ema) {
    if (first !== undefined) indicator.foldColumn(closePaise, range.from, range.to, first, shift)
    return
  }
  for (let i = range.from; i < range.to; i++) {
    indicator.step(closePaise[i]!, highPaise[i]!, lowPaise[i]!)
    if (first !== undefined) first[i + shift] = values[0]!
    if (second !== undefined) second[i + shift] = values[1]!
    if (third !== undefined) third[i + shift] = values[2]!
    if (fourth !== undefined) fourth[i + shift] = values[3]!
  }
}
