import type { Bars } from '../bars.ts'
import { emptyBars } from '../history/pack-bars.ts'
import { MINUTE_MS } from '../time.ts'
import type { Paise } from '../units.ts'
import { barAt, setBar } from './bar-rows.ts'
import { decidesNextSession } from './decision-minutes.ts'
import { barEndMs, type Interval } from './interval.ts'
import type { SessionAt } from './session-at.ts'
import type { Bar } from './stream-bars.ts'

/** A minute without trades, as a strategy sees it where it ends a bar: at the last price, without volume. */
export function silentMinute(startMs: number, lastPaise: Paise): Bar {
  return { startMs, openPaise: lastPaise, highPaise: lastPaise, lowPaise: lastPaise, closePaise: lastPaise, volume: 0 }
}

export type WithSilentMinutes = {
  readonly minutes: Bars
  /** Row of each minute with trades. */
  readonly tradedRows: Uint32Array
  /** Row of the silent minute that ends the bar of a minute with trades, or that minute's own row; the same array without any. */
  readonly endRows: Uint32Array
}

/**
 * Adds the silent minutes that end bars, as they are heard live: a bar ends by the clock, not with its last trade. Bars
 * that end after `untilMs` go on. A day's bar is noticed in the next session instead.
 */
export function withSilentMinutes(
  traded: Bars,
  interval: Interval,
  sessionAt: SessionAt,
  untilMs: number,
): WithSilentMinutes {
  const { length } = traded.timeMs
  const silentAfter = findSilent(traded, interval, sessionAt, untilMs)
  const tradedRows = new Uint32Array(length)
  if (silentAfter.length === 0) {
    for (let i = 0; i < length; i++) tradedRows[i] = i
    return { minutes: traded, tradedRows, endRows: tradedRows }
  }
  const endRows = new Uint32Array(length)
  const minutes = emptyBars(length + silentAfter.length)
  let row = 0
  let next = 0
  for (let i = 0; i < length; i++) {
    setBar(minutes, row, barAt(traded, i))
    tradedRows[i] = endRows[i] = row++
    if (silentAfter[next]?.after !== i) continue
    setBar(minutes, row, silentMinute(silentAfter[next]!.startMs, traded.closePaise[i]!))
    endRows[i] = row++
    next++
  }
  return { minutes, tradedRows, endRows }
}

type Silent = { readonly after: number; readonly startMs: number }

function findSilent({ timeMs }: Bars, interval: Interval, sessionAt: SessionAt, untilMs: number): Silent[] {
  const found: Silent[] = []
  if (interval === '1m' || decidesNextSession(interval)) return found
  let endMs = -Infinity
  for (let i = 0; i < timeMs.length; i++) {
    const atMs = timeMs[i]!
    if (atMs >= endMs) {
      const session = sessionAt(atMs)
      if (session === null) continue
      endMs = barEndMs(session, interval, atMs)
    }
    const isLast = (timeMs[i + 1] ?? Infinity) >= endMs
    if (isLast && atMs + MINUTE_MS < endMs && endMs <= untilMs) found.push({ after: i, startMs: endMs - MINUTE_MS })
  }
  return found
}
