import type { Bars } from './bars.ts'

/** The bars that start from one instant on and before another, without copying them. */
export function barsWithin(bars: Bars, fromMs: number, untilMs: number): Bars {
  const from = firstAt(bars.timeMs, fromMs)
  const to = Math.max(from, firstAt(bars.timeMs, untilMs))
  return {
    timeMs: bars.timeMs.subarray(from, to),
    openPaise: bars.openPaise.subarray(from, to),
    highPaise: bars.highPaise.subarray(from, to),
    lowPaise: bars.lowPaise.subarray(from, to),
    closePaise: bars.closePaise.subarray(from, to),
    volume: bars.volume.subarray(from, to),
  }
}

function firstAt(timeMs: Float64Array, atMs: number): number {
  let low = 0
  let high = timeMs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeMs[middle]! < atMs) low = middle + 1
    else high = middle
  }
  return low
}
