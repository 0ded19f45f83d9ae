import { MINUTE_MS } from '../time.ts'
import type { Paise } from '../units.ts'
import { barEndMs, barStartMs, type Interval } from './interval.ts'
import type { SessionAt } from './session-at.ts'

/** One bar as a row. */
export type Bar = {
  readonly startMs: number
  readonly openPaise: Paise
  readonly highPaise: Paise
  readonly lowPaise: Paise
  readonly closePaise: Paise
  readonly volume: number
}

export type StreamedBar = {
  readonly bar: Bar
  readonly endMs: number
  /** All of its minutes arrived live, from its start on; no other bar may decide. */
  readonly isWhole: boolean
}

export type BarStream = {
  /** Takes the next minute with trades and returns the bars that it ends, usually none. */
  readonly add: (minute: Bar, isBackfilled?: boolean) => readonly StreamedBar[]
  /** All minutes up to an instant have passed; returns the bar that has ended without a trade in its last minutes. */
  readonly passTo: (atMs: number) => StreamedBar | null
}

type RunningBar = { bar: Bar; readonly endMs: number; isWhole: boolean }

/** `aggregateBars` minute by minute, as bars arrive live. The stream begins with its first minute. */
export function streamBars(interval: Interval, sessionAt: SessionAt): BarStream {
  let running: RunningBar | null = null
  /** Minutes from here on are known to the stream, with or without trades. */
  let knownFromMs = Infinity

  function passTo(atMs: number): StreamedBar | null {
    knownFromMs = Math.min(knownFromMs, atMs)
    if (running === null || running.endMs > atMs) return null
    const ended = running
    running = null
    return ended
  }

  function fold(minute: Bar, isBackfilled: boolean): void {
    if (running !== null) {
      running.bar = merge(running.bar, minute)
      running.isWhole &&= !isBackfilled
      return
    }
    const session = sessionAt(minute.startMs)
    if (session === null) return
    const startMs = barStartMs(session, interval, minute.startMs)
    const endMs = barEndMs(session, interval, minute.startMs)
    running = { bar: { ...minute, startMs }, endMs, isWhole: !isBackfilled && knownFromMs <= startMs }
  }

  return {
    passTo,
    add(minute, isBackfilled = false) {
      const before = passTo(minute.startMs)
      fold(minute, isBackfilled)
      const own = passTo(minute.startMs + MINUTE_MS)
      return [before, own].filter((ended) => ended !== null)
    },
  }
}

// Field by field: a strategy warms up on half a million minutes, and spreading the bar takes most of that time.
function merge({ startMs, openPaise, highPaise, lowPaise, volume }: Bar, minute: Bar): Bar {
  return {
    startMs,
    openPaise,
    highPaise: Math.max(highPaise, minute.highPaise),
    lowPaise: Math.min(lowPaise, minute.lowPaise),
    closePaise: minute.closePaise,
    volume: volume + minute.volume,
  }
}
