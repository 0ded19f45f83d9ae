import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import type { ReadFrame } from './frame-reader.ts'
import { plainText } from './plain-text.ts'

// More digits than a price or an indicator has, and short enough to be stored by the thousand.
const DIGITS = 9

/** The series of an answer, each with a value for every row asked about; null for anything that the runtime does not send. */
export function readPlots({ frame, blob }: ReadFrame, rows: number): readonly PlotSeries[] | null {
  if (frame.kind !== 'plots' || blob.length !== frame.series.length * rows * Float64Array.BYTES_PER_ELEMENT) return null
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  const valueAt = (at: number) => {
    const value = view.getFloat64(at * Float64Array.BYTES_PER_ELEMENT, true)
    // No chart draws an infinite number.
    return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null
  }
  return frame.series.map(({ name, pane }, index) => ({
    name: plainText(name),
    pane: pane === null ? null : plainText(pane),
    values: Array.from({ length: rows }, (_, row) => valueAt(index * rows + row)),
  }))
}
