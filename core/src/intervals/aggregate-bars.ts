import type { Bars } from '../bars.ts'
import { barEndMs, barStartMs, type Interval } from './interval.ts'
import type { SessionAt } from './session-at.ts'

export type AggregatedBars = {
  readonly bars: Bars
  /** Row of each bar's last minute in the input. */
  readonly lastMinutes: Int32Array
}

/**
 * Bars of an interval from one-minute bars, counted from each session's open and cut at its close. Missing minutes had
 * no trades. Minutes outside every session belong to no bar, except at one minute, which returns its input.
 */
export function aggregateBars(minutes: Bars, interval: Interval, sessionAt: SessionAt): AggregatedBars {
  const { length } = minutes.timeMs
  if (interval === '1m') return { bars: minutes, lastMinutes: Int32Array.from({ length }, (_, row) => row) }
  const firstMinutes = new Int32Array(length)
  const lastMinutes = new Int32Array(length)
  const startsMs = new Float64Array(length)
  let count = 0
  let endMs = -Infinity
  for (let row = 0; row < length; row++) {
    const atMs = minutes.timeMs[row]!
    if (atMs >= endMs) {
      const session = sessionAt(atMs)
      if (session === null) continue
      endMs = barEndMs(session, interval, atMs)
      startsMs[count] = barStartMs(session, interval, atMs)
      firstMinutes[count++] = row
    }
    lastMinutes[count - 1] = row
  }
  const bars = foldMinutes(minutes, startsMs.slice(0, count), firstMinutes, lastMinutes)
  return { bars, lastMinutes: lastMinutes.slice(0, count) }
}

function foldMinutes(minutes: Bars, timeMs: Float64Array, firsts: Int32Array, lasts: Int32Array): Bars {
  const { length } = timeMs
  const prices = () => new Int32Array(length)
  const [openPaise, highPaise, lowPaise, closePaise] = [prices(), prices(), prices(), prices()]
  const volume = new Float64Array(length)
  for (let bar = 0; bar < length; bar++) {
    const first = firsts[bar]!
    const last = lasts[bar]!
    let high = minutes.highPaise[first]!
    let low = minutes.lowPaise[first]!
    let traded = 0
    for (let row = first; row <= last; row++) {
      if (minutes.highPaise[row]! > high) high = minutes.highPaise[row]!
      if (minutes.lowPaise[row]! < low) low = minutes.lowPaise[row]!
      traded += minutes.volume[row]!
    }
    openPaise[bar] = minutes.openPaise[first]!
    highPaise[bar] = high
    lowPaise[bar] = low
    closePaise[bar] = minutes.closePaise[last]!
    volume[bar] = traded
  }
  return { timeMs, openPaise, highPaise, lowPaise, closePaise, volume }
}
