import type { Bars } from './bars.ts'

/** A view of the bars of some rows. */
export function sliceBars(bars: Bars, from: number, until: number): Bars {
  return {
    timeMs: bars.timeMs.subarray(from, until),
    openPaise: bars.openPaise.subarray(from, until),
    highPaise: bars.highPaise.subarray(from, until),
    lowPaise: bars.lowPaise.subarray(from, until),
    closePaise: bars.closePaise.subarray(from, until),
    volume: bars.volume.subarray(from, until),
  }
}

/** A view of the bars that start from one instant on and before another. */
export function barsWithin(bars: Bars, fromMs: number, untilMs: number): Bars {
  const from = firstRowFrom(bars.timeMs, fromMs)
  return sliceBars(bars, from, firstRowFrom(bars.timeMs, untilMs, from))
}

/** The first row at or after an instant, by bisection. */
export function firstRowFrom(timeMs: Float64Array, atMs: number, from = 0): number {
  let [low, high] = [from, timeMs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeMs[middle]! < atMs) low = middle + 1
    else high = middle
  }
  return low
}
