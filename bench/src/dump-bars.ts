import { writeFileSync } from 'node:fs'
import { MILLION } from './ema-cross-input.ts'
import { makeBars } from './make-bars.ts'

/** The bars of B1 for a rival: time, open, high, low, close as little-endian doubles, column after column. */
export function dumpBars(path: string): void {
  const bars = makeBars(MILLION, 1)
  const columns = [bars.timeMs, bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise]
  writeFileSync(path, Buffer.concat(columns.map((column) => Buffer.from(Float64Array.from(column).buffer))))
}
