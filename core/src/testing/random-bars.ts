// Bars for tests: a seeded random walk of one-minute bars over NSE days, on ticks of five paise.

import type { Bars } from '../bars.ts'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../time.ts'

// A Monday after the first rate card with no holiday in the following two weeks.
const FIRST_DAY = dayNumberOf('2026-06-01')
const OPEN_MS = 9.25 * 60 * MINUTE_MS

export type WalkShape = {
  readonly length: number
  /** Bars per day from 09:15; 360 and more pass the square-off time. */
  readonly barsPerDay?: number
  /** Share of bars that are missing, between 0 and 1. */
  readonly gaps?: number
}

export function randomBars(seed: number, shape: WalkShape): Bars {
  const chance = seededChance(seed)
  const rows: number[][] = []
  const barsPerDay = shape.barsPerDay ?? 375
  let close = 10_000 + 5 * Math.floor(chance() * 2_000)
  for (let i = 0; rows.length < shape.length; i++) {
    const weekdays = Math.floor(i / barsPerDay)
    const dayNumber = FIRST_DAY + Math.floor(weekdays / 5) * 7 + (weekdays % 5)
    const open = Math.max(500, close + 5 * Math.round((chance() - 0.5) * 6))
    close = Math.max(500, open + 5 * Math.round((chance() - 0.5) * 24))
    const high = Math.max(open, close) + 5 * Math.floor(chance() * 6)
    const low = Math.max(5, Math.min(open, close) - 5 * Math.floor(chance() * 6))
    const timeMs = indiaDayStartMs(dayNumber) + OPEN_MS + (i % barsPerDay) * MINUTE_MS
    if (chance() >= (shape.gaps ?? 0)) rows.push([timeMs, open, high, low, close, Math.floor(chance() * 1_000)])
  }
  return barsOf(rows)
}

/** Bars from rows of time, open, high, low, close and volume. */
export function barsOf(rows: readonly (readonly number[])[]): Bars {
  const column = (field: number) => rows.map((row) => row[field]!)
  return {
    timeMs: Float64Array.from(column(0)),
    openPaise: Int32Array.from(column(1)),
    highPaise: Int32Array.from(column(2)),
    lowPaise: Int32Array.from(column(3)),
    closePaise: Int32Array.from(column(4)),
    volume: Float64Array.from(column(5)),
  }
}

/** Uniform in [0, 1), by mulberry32. */
function seededChance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
