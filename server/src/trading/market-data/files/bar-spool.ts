import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { sliceBars } from '@trading-bot/core/slice-bars'
import { joinBars } from '../store/day-slices.ts'
import type { BarRow } from './read-row.ts'

// About 5 MB of rows in memory; the rest waits on the disk, so that a file may be of any size and in any order.
const MOST_IN_MEMORY = 150_000
const FIRST_ROWS = 1_024

type Part = { readonly at: number; readonly rows: number }
type Collected = { bars: Bars; rows: number; firstLine: number; readonly parts: Part[] }

/** Rows of a file by symbol, however they are sorted. */
export type BarSpool = {
  readonly add: (row: BarRow, line: number) => void
  /** Writes to the disk what no longer fits into memory. */
  readonly writeOut: () => Promise<void>
  readonly symbols: () => { readonly name: string; readonly firstLine: number }[]
  /** A symbol's rows in the order of the file. */
  readonly read: (name: string) => Promise<Bars>
  readonly close: () => Promise<void>
}

export function openBarSpool(path: string): BarSpool {
  const bySymbol = new Map<string, Collected>()
  let held = 0
  let end = 0
  let file: FileHandle | undefined
  return {
    add(row, line) {
      let own = bySymbol.get(row.symbol)
      if (!own) bySymbol.set(row.symbol, (own = { bars: emptyBars(FIRST_ROWS), rows: 0, firstLine: line, parts: [] }))
      if (own.rows === own.bars.timeMs.length) own.bars = joinBars([own.bars, emptyBars(own.rows)])
      const at = own.rows++
      own.bars.timeMs[at] = row.timeMs
      own.bars.openPaise[at] = row.openPaise
      own.bars.highPaise[at] = row.highPaise
      own.bars.lowPaise[at] = row.lowPaise
      own.bars.closePaise[at] = row.closePaise
      own.bars.volume[at] = row.volume
      held += 1
    },
    async writeOut() {
      if (held < MOST_IN_MEMORY) return
      file ??= await open(path, 'wx+', 0o600)
      for (const own of bySymbol.values()) {
        if (own.rows === 0) continue
        const { rows } = own
        for (const column of columnsOf(sliceBars(own.bars, 0, rows))) {
          const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength)
          await file.write(bytes, 0, bytes.length, end)
          end += bytes.length
        }
        own.parts.push({ at: end - rows * BYTES_A_ROW, rows })
        own.rows = 0
        own.bars = emptyBars(FIRST_ROWS)
      }
      held = 0
    },
    symbols: () => Array.from(bySymbol, ([name, { firstLine }]) => ({ name, firstLine })),
    async read(name) {
      const own = bySymbol.get(name)!
      const bars = emptyBars(own.parts.reduce((sum, { rows }) => sum + rows, own.rows))
      let row = 0
      for (const { at, rows } of own.parts) {
        let from = at
        for (const column of columnsOf(sliceBars(bars, row, row + rows))) {
          const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength)
          await file!.read(bytes, 0, bytes.length, from)
          from += bytes.length
        }
        row += rows
      }
      const last = sliceBars(own.bars, 0, own.rows)
      columnsOf(bars).forEach((column, index) => column.set(columnsOf(last)[index]! as never, row))
      return bars
    },
    async close() {
      await file?.close()
      if (file) await unlink(path)
    },
  }
}

const BYTES_A_ROW = 2 * 8 + 4 * 4

function columnsOf(bars: Bars): readonly (Float64Array | Int32Array)[] {
  return [bars.timeMs, bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise, bars.volume]
}
