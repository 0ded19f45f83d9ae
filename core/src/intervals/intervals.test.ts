import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { DEMO_CALENDAR } from '../calendar/demo-calendar.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { makeIndiaCalendar } from '../calendar/make-india-calendar.ts'
import type { MarketCalendar } from '../calendar/market-calendar.ts'
import { INDIA_CALENDAR_DATA } from '../calendar/india-calendar-data.ts'
import { barsOf } from '../testing/random-bars.ts'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import { aggregateBars } from './aggregate-bars.ts'
import { INTERVAL_MS, INTERVALS, type Interval } from './interval.ts'
import { sessionAt } from './session-at.ts'
import { type Bar, type StreamedBar, streamBars } from './stream-bars.ts'

const MONDAY = dayNumberOf('2026-11-16')
const OPEN_MS = indiaDayStartMs(MONDAY) + 555 * MINUTE_MS
const NSE = sessionAt(INDIA_CALENDAR, { hasDerivatives: true })

function barOf(bars: Bars, row: number): Bar {
  const { timeMs, openPaise, highPaise, lowPaise, closePaise, volume } = bars
  return {
    startMs: timeMs[row]!,
    openPaise: openPaise[row]!,
    highPaise: highPaise[row]!,
    lowPaise: lowPaise[row]!,
    closePaise: closePaise[row]!,
    volume: volume[row]!,
  }
}

const rowsOf = (bars: Bars) => Array.from(bars.timeMs, (_, row) => barOf(bars, row))

/** Minutes from `fromMs` with simple prices; `missing` ones had no trades. */
function minutesFrom(fromMs: number, count: number, isMissing = (_index: number) => false): Bars {
  const rows: number[][] = []
  for (let index = 0; index < count; index++) {
    const price = 10_000 + 5 * ((index * 7) % 31)
    if (!isMissing(index)) rows.push([fromMs + index * MINUTE_MS, price, price + 20, price - 15, price + 5, index + 1])
  }
  return barsOf(rows)
}

test('five minutes are counted from 09:15 and folded: first open, highest, lowest, last close, sum of volumes', () => {
  const { bars, lastMinutes } = aggregateBars(minutesFrom(OPEN_MS, 7), '5m', NSE)
  expect(rowsOf(bars)).toEqual([
    { startMs: OPEN_MS, openPaise: 10_000, highPaise: 10_160, lowPaise: 9_985, closePaise: 10_145, volume: 15 },
    {
      startMs: OPEN_MS + 5 * MINUTE_MS,
      openPaise: 10_020,
      highPaise: 10_075,
      lowPaise: 10_005,
      closePaise: 10_060,
      volume: 13,
    },
  ])
  expect([...lastMinutes]).toEqual([4, 6])
})

test.each([
  ['1m', 360, 1],
  ['3m', 120, 3],
  ['5m', 72, 5],
  ['10m', 36, 10],
  ['15m', 24, 15],
  ['30m', 12, 30],
  ['1h', 6, 60],
  ['1d', 1, 360],
] as const)('a session of 360 minutes has its bars of %s', (interval, count, minutesOfLast) => {
  const { bars, lastMinutes } = aggregateBars(minutesFrom(OPEN_MS, 360), interval, NSE)
  expect(bars.timeMs.length).toBe(count)
  expect(lastMinutes.at(-1)! - (lastMinutes.at(-2) ?? -1)).toBe(minutesOfLast)
})

test('the last hour of a stock without derivatives is cut at 15:30, and minutes outside belong to no bar', () => {
  const cash = sessionAt(INDIA_CALENDAR, { hasDerivatives: false })
  const { bars, lastMinutes } = aggregateBars(minutesFrom(OPEN_MS - 10 * MINUTE_MS, 400), '1h', cash)
  expect([...bars.timeMs].map((atMs) => (atMs - OPEN_MS) / MINUTE_MS)).toEqual([0, 60, 120, 180, 240, 300, 360])
  expect(lastMinutes.at(-1)).toBe(384)
})

test('a bar keeps its own start when its first minutes had no trade, and none is made of nothing', () => {
  const { bars } = aggregateBars(
    minutesFrom(OPEN_MS, 15, (index) => index < 2 || (index >= 5 && index < 10)),
    '5m',
    NSE,
  )
  expect([...bars.timeMs].map((atMs) => (atMs - OPEN_MS) / MINUTE_MS)).toEqual([0, 10])
})

const short = makeIndiaCalendar({
  ...INDIA_CALENDAR_DATA,
  specialSessions: [
    { day: '2026-11-17', name: 'Short day', hours: { open: '09:15', close: '11:02' } },
    { day: '2026-11-21', name: 'Saturday drill', hours: { open: '10:07', close: '10:50' } },
  ],
})
if (!short.ok) throw new Error(short.refusal.sentence)

const CALENDARS: readonly MarketCalendar[] = [INDIA_CALENDAR, short.value, DEMO_CALENDAR]

/** All minutes of a week from Monday, inside and outside sessions, with prices and missing minutes by the numbers. */
function weekOf(seed: number, missingShare: number): Bars {
  let state = seed
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const rows: number[][] = []
  for (let day = 0; day < 7; day++) {
    for (let minute = 550; minute < 940; minute++) {
      if (chance() < missingShare) continue
      const prices = Array.from({ length: 4 }, () => 5 * Math.floor(1_000 + chance() * 200))
      const atMs = indiaDayStartMs(MONDAY + day) + minute * MINUTE_MS
      rows.push([atMs, prices[0]!, Math.max(...prices), Math.min(...prices), prices[1]!, Math.floor(chance() * 900)])
    }
  }
  return barsOf(rows)
}

function streamed(minutes: Bars, interval: Interval, calendar: MarketCalendar, tellsEmptyMinutes: boolean) {
  const stream = streamBars(interval, sessionAt(calendar, { hasDerivatives: true }))
  const ended: StreamedBar[] = []
  const lastMs = minutes.timeMs.at(-1)!
  let row = 0
  for (let atMs = minutes.timeMs[0]!; atMs <= lastMs; atMs += MINUTE_MS) {
    if (atMs === minutes.timeMs[row]) ended.push(...stream.add(barOf(minutes, row++)))
    else if (tellsEmptyMinutes) {
      const one = stream.passTo(atMs + MINUTE_MS)
      if (one !== null) ended.push(one)
    } else atMs = minutes.timeMs[row]! - MINUTE_MS
  }
  const last = stream.passTo(Infinity)
  return last === null ? ended : [...ended, last]
}

test('the stream equals the batch on random weeks, short and special days and missing minutes included', () => {
  const missing = fc.constantFrom(0, 0.02, 0.5, 0.97)
  fc.assert(
    fc.property(
      fc.nat(1e6),
      missing,
      fc.constantFrom(...INTERVALS.slice(1)),
      fc.constantFrom(...CALENDARS),
      fc.boolean(),
      (seed, missingShare, interval, calendar, tellsEmptyMinutes) => {
        const minutes = weekOf(seed, missingShare)
        const { bars } = aggregateBars(minutes, interval, sessionAt(calendar, { hasDerivatives: true }))
        const live = streamed(minutes, interval, calendar, tellsEmptyMinutes)
        expect(live.map(({ bar }) => bar)).toEqual(rowsOf(bars))
        for (const { bar, endMs } of live) expect(endMs - bar.startMs).toBeLessThanOrEqual(INTERVAL_MS[interval])
      },
    ),
    { numRuns: 60 },
  )
})

test('a bar is whole only if every minute from its start on was heard', () => {
  const minutes = minutesFrom(OPEN_MS, 20)
  const stream = streamBars('5m', NSE)
  const ended: boolean[] = []
  for (let row = 2; row < 20; row++) {
    for (const { isWhole } of stream.add(barOf(minutes, row), row === 11)) ended.push(isWhole)
  }
  // The first began before the stream, the third holds a backfilled minute.
  expect(ended).toEqual([false, true, false, true])
})

test('a bar whose last minutes are silent ends with the clock', () => {
  const stream = streamBars('5m', NSE)
  for (const bar of rowsOf(minutesFrom(OPEN_MS, 3))) expect(stream.add(bar)).toEqual([])
  expect(stream.passTo(OPEN_MS + 4 * MINUTE_MS)).toBe(null)
  expect(stream.passTo(OPEN_MS + 5 * MINUTE_MS)).toMatchObject({ isWhole: true, endMs: OPEN_MS + 5 * MINUTE_MS })
})
