import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { firstRowFrom, sliceBars } from '@trading-bot/core/slice-bars'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'

/** Views of ordered bars by India day; nothing is copied. */
export function daySlices(bars: Bars): Map<number, Bars> {
  const slices = new Map<number, Bars>()
  const { timeMs } = bars
  for (let from = 0; from < timeMs.length; ) {
    const day = indiaDayNumber(timeMs[from]!)
    const until = firstRowFrom(timeMs, indiaDayStartMs(day + 1), from)
    slices.set(day, sliceBars(bars, from, until))
    from = until
  }
  return slices
}

/** Parts one behind the other in new columns. */
export function joinBars(parts: readonly Bars[]): Bars {
  if (parts.length === 1) return parts[0]!
  const joined = emptyBars(parts.reduce((sum, { timeMs }) => sum + timeMs.length, 0))
  let row = 0
  for (const part of parts) {
    joined.timeMs.set(part.timeMs, row)
    joined.openPaise.set(part.openPaise, row)
    joined.highPaise.set(part.highPaise, row)
    joined.lowPaise.set(part.lowPaise, row)
    joined.closePaise.set(part.closePaise, row)
    joined.volume.set(part.volume, row)
    row += part.timeMs.length
  }
  return joined
}

/** Both by time; of a minute that both have, the first one's. Two feeds may have recorded parts of one day. */
export function mergeBars(first: Bars, second: Bars): Bars {
  const known = new Set(first.timeMs)
  const rows = [
    ...Array.from(first.timeMs, (timeMs, row) => ({ from: first, timeMs, row })),
    ...Array.from(second.timeMs, (timeMs, row) => ({ from: second, timeMs, row })).filter(
      ({ timeMs }) => !known.has(timeMs),
    ),
  ].toSorted((a, b) => a.timeMs - b.timeMs)
  return joinBars(rows.map(({ from, row }) => sliceBars(from, row, row + 1)))
}
