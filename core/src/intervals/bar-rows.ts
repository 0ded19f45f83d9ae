// Bars as rows, in and out of columns.
import type { Bars } from '../bars.ts'
import type { Bar } from './stream-bars.ts'

export function barAt(bars: Bars, row: number): Bar {
  return {
    startMs: bars.timeMs[row]!,
    openPaise: bars.openPaise[row]!,
    highPaise: bars.highPaise[row]!,
    lowPaise: bars.lowPaise[row]!,
    closePaise: bars.closePaise[row]!,
    volume: bars.volume[row]!,
  }
}

export function setBar(bars: Bars, row: number, bar: Bar): void {
  bars.timeMs[row] = bar.startMs
  bars.openPaise[row] = bar.openPaise
  bars.highPaise[row] = bar.highPaise
  bars.lowPaise[row] = bar.lowPaise
  bars.closePaise[row] = bar.closePaise
  bars.volume[row] = bar.volume
}
