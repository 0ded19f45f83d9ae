// Bars for the benchmarks: a seeded walk over NSE weekdays, 375 one-minute bars a day, equal on every machine.

import type { Bars } from '@trading-bot/core/bars'
import { DAY_MS, indiaDayStartMs, MINUTE_MS, weekday } from '@trading-bot/core/time'

const BARS_PER_DAY = 375
const OPEN_MS = 9.25 * 60 * MINUTE_MS
const FIRST_DAY = Date.UTC(2015, 0, 1) / DAY_MS

export function makeBars(length: number, seed: number): Bars {
  const bars = emptyBars(length)
  const next = generator(seed)
  let dayNumber = FIRST_DAY - 1
  let close = 80_000
  for (let i = 0; i < length; i++) {
    const minute = i % BARS_PER_DAY
    if (minute === 0) {
      do dayNumber++
      while (weekday(dayNumber) === 0 || weekday(dayNumber) === 6)
      // Pulled back towards where it began, so that ten years of walking stay in one price range.
      close = Math.max(20_000, close + Math.round((next() - 0.5) * 800 + (80_000 - close) * 0.02))
    }
    const open = close
    close = Math.max(20_000, open + Math.round((next() + next() - 1) * 70))
    bars.timeMs[i] = indiaDayStartMs(dayNumber) + OPEN_MS + minute * MINUTE_MS
    bars.openPaise[i] = toTick(open)
    bars.closePaise[i] = toTick(close)
    bars.highPaise[i] = toTick(Math.max(open, close) + next() * 30)
    bars.lowPaise[i] = toTick(Math.min(open, close) - next() * 30)
    bars.volume[i] = Math.floor(next() * 10_000)
  }
  return bars
}

/** On shared memory, so that workers read the same bars. */
function emptyBars(length: number): Bars {
  const doubles = () => new Float64Array(new SharedArrayBuffer(length * 8))
  const prices = () => new Int32Array(new SharedArrayBuffer(length * 4))
  return {
    timeMs: doubles(),
    openPaise: prices(),
    highPaise: prices(),
    lowPaise: prices(),
    closePaise: prices(),
    volume: doubles(),
  }
}

function toTick(price: number): number {
  return Math.round(price / 5) * 5
}

/** Uniform in [0, 1), by the 32-bit mixing known as mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
