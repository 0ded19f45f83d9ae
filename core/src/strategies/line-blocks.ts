import type { Bars } from '../bars.ts'
import type { Indicator } from '../indicators/indicator.ts'
import { foldIndicator } from '../indicators/indicator-columns.ts'
import type { Line } from './line.ts'

const BLOCK_BARS = 4096

/** Distinct indicator lines over bars, one block at a time. Row 0 of a column is the last bar of the previous block. */
export class LineBlocks {
  readonly #bars: Bars
  readonly #sources = new Map<string, { indicator: Indicator; columns: (Float64Array | undefined)[] }>()
  from = 0
  to = 0

  constructor(lines: readonly Line[], bars: Bars) {
    this.#bars = bars
    const rows = Math.min(BLOCK_BARS, bars.timeMs.length) + 1
    for (const line of lines) {
      const source = this.#sources.get(line.key) ?? { indicator: line.make(), columns: [] }
      source.columns[line.output] ??= new Float64Array(rows)
      this.#sources.set(line.key, source)
    }
  }

  /** The block column of a line given at construction; the same array for every block. */
  column(line: Line): Float64Array {
    return this.#sources.get(line.key)!.columns[line.output]!
  }

  firstIndexOf(lines: readonly Line[]): number {
    return Math.max(0, ...lines.map((line) => this.#sources.get(line.key)!.indicator.firstIndex))
  }

  /** Fills the columns with the next block; false when there is none. */
  next(): boolean {
    if (this.to === this.#bars.timeMs.length) return false
    const lastRow = this.to - this.from
    this.from = this.to
    this.to = Math.min(this.from + BLOCK_BARS, this.#bars.timeMs.length)
    for (const { indicator, columns } of this.#sources.values()) {
      for (const column of columns) {
        if (column !== undefined) column[0] = column[lastRow]!
      }
      foldIndicator(indicator, this.#bars, { from: this.from, to: this.to, offset: 1 }, columns)
    }
    return true
  }
}
