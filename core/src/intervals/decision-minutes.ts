import type { Bars } from '../bars.ts'
import type { AggregatedBars } from './aggregate-bars.ts'
import type { Interval } from './interval.ts'

/** A day's bar ends after the last entry of its session, so it decides at the first minute of the next one. */
export function decidesNextSession(interval: Interval): boolean {
  return interval === '1d'
}

/** Row of the minute at whose close each bar decides; past the last row if that has not come. */
export function decisionMinutes(minutes: Bars, { bars, lastMinutes }: AggregatedBars, interval: Interval): Int32Array {
  if (!decidesNextSession(interval)) return lastMinutes
  return lastMinutes.map((last, bar) => {
    const nextMs = bars.timeMs[bar + 1] ?? Infinity
    let row = last + 1
    while (row < minutes.timeMs.length && minutes.timeMs[row]! < nextMs) row++
    return row
  })
}
