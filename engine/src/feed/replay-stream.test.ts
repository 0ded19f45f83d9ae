import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { DAY_MS, dayNumberOf, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { Tick } from '../ports.ts'
import { systemDrain } from '../ports/system-drain.ts'
import { virtualTime } from '../ports/virtual-time.ts'
import type { BuiltBar } from './built-bar.ts'
import { replayStream } from './replay-stream.ts'
import { runFeed } from './run-feed.ts'

const SBIN = NIFTY_50.find(({ token }) => token === '3045')!
const OTHER = NIFTY_50.find(({ token }) => token !== '3045')!
const TODAY_MS = indiaDayStartMs(dayNumberOf('2026-11-16'))
const CLOSE_PAISE = 133_000
const OPEN_MS = TODAY_MS + 555 * MINUTE_MS

/** Minutes of today that are known from the beginning. */
function knownBars(): Bars {
  const made = simulateBars({ seed: 7, hours: 'nse' }, SBIN, { fromMs: TODAY_MS, untilMs: TODAY_MS + DAY_MS - 1 })
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}

const rowsOf = (bars: Bars): BuiltBar[] =>
  Array.from(bars.timeMs, (startMs, row) => ({
    startMs,
    openPaise: bars.openPaise[row]!,
    highPaise: bars.highPaise[row]!,
    lowPaise: bars.lowPaise[row]!,
    closePaise: bars.closePaise[row]!,
    volume: bars.volume[row]!,
  }))

/** A feed on a replay of one instrument, and of another one of which nothing but the last close is known. */
function openReplay(startMs: number) {
  const time = virtualTime(startMs)
  const { timers } = time
  let sleptMs = 0
  const clock = { nowMs: () => time.clock.nowMs() + sleptMs, monotonicMs: () => time.clock.nowMs() + sleptMs }
  const known = knownBars()
  const bars: (BuiltBar & { readonly isBackfilled: boolean })[] = []
  const ticks: Tick[] = []
  const others: Tick[] = []
  const errors: unknown[] = []
  let failures = 0
  const stream = replayStream({
    calendar: INDIA_CALENDAR,
    clock,
    timers,
    dayOf: async (token) => {
      if (failures-- > 0) throw new Error('the database is away')
      return { bars: token === SBIN.token ? known : emptyBars(0), previousClosePaise: CLOSE_PAISE }
    },
    onError: (error) => void errors.push(error),
  })
  const setup = {
    calendar: INDIA_CALENDAR,
    stream,
    candles: async (_: unknown, { fromMs, untilMs }: { fromMs: number; untilMs: number }) =>
      ({ kind: 'answered', value: barsWithin(known, fromMs, untilMs) }) as const,
    clock,
    timers,
  }
  const begin = () => {
    const feed = runFeed(setup, {
      onBar: ({ token }, bar, isBackfilled) => void (token === SBIN.token && bars.push({ ...bar, isBackfilled })),
      onPrice: ({ token }, tick) => void (token === SBIN.token ? ticks : others).push(tick),
      onStale: () => {},
    })
    feed.subscribe([SBIN, OTHER])
    return feed
  }
  const pass = (ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)
  const sleep = (ms: number) => void (sleptMs += ms)
  return { known, bars, ticks, others, errors, begin, pass, failNext: () => void (failures = 1), sleep, clock }
}

test('from its opening on a session is replayed bar by bar, and never a minute that is still to come', async () => {
  const replay = openReplay(OPEN_MS - 5 * MINUTE_MS)
  replay.begin()
  await replay.pass(5 * MINUTE_MS - SECOND_MS)
  expect(replay.ticks).toEqual([])
  await replay.pass(10 * MINUTE_MS + 2 * SECOND_MS)
  expect(replay.bars).toEqual(
    rowsOf(replay.known)
      .slice(0, 10)
      .map((bar) => ({ ...bar, isBackfilled: false })),
  )
  const lastMs = replay.clock.nowMs()
  expect(replay.ticks.every(({ atMs }) => atMs <= lastMs)).toBe(true)
  const [last] = rowsOf(replay.known).slice(10)
  expect(replay.ticks.at(-1)).toMatchObject({ atMs: OPEN_MS + 10 * MINUTE_MS, pricePaise: last!.openPaise })
})

test('each extreme is printed twice, so that a stop that the bar reaches is believed', async () => {
  const replay = openReplay(OPEN_MS - 5 * MINUTE_MS)
  replay.begin()
  await replay.pass(6 * MINUTE_MS)
  const [bar] = rowsOf(replay.known)
  const printed = replay.ticks.filter(({ atMs }) => atMs < OPEN_MS + MINUTE_MS).map(({ pricePaise }) => pricePaise)
  const { openPaise, highPaise, lowPaise, closePaise } = bar!
  const extremes =
    closePaise >= openPaise ? [lowPaise, lowPaise, highPaise, highPaise] : [highPaise, highPaise, lowPaise, lowPaise]
  expect(printed).toEqual([openPaise, ...extremes, closePaise])
})

test('a restart in the middle of a session replays the same prices at the same instants', async () => {
  const [through, restarted] = [openReplay(OPEN_MS - 5 * MINUTE_MS), openReplay(OPEN_MS - 5 * MINUTE_MS)]
  through.begin()
  const before = restarted.begin()
  await through.pass(30 * MINUTE_MS)
  await restarted.pass(17 * MINUTE_MS + 23 * SECOND_MS)
  before.close()
  await restarted.pass(3 * MINUTE_MS)
  restarted.begin()
  await restarted.pass(10 * MINUTE_MS - 23 * SECOND_MS)
  const isLater = ({ atMs }: Tick) => atMs > OPEN_MS + 16 * MINUTE_MS
  const later = restarted.ticks.filter(isLater)
  expect(later.length).toBeGreaterThan(50)
  expect(through.ticks.filter(isLater)).toEqual(expect.arrayContaining(later))
  expect(restarted.bars.at(-1)).toEqual(through.bars.at(-1))
})

test('an instrument without a stored day has its last price, which is believed, and then none', async () => {
  const replay = openReplay(OPEN_MS - 5 * MINUTE_MS)
  replay.begin()
  await replay.pass(30 * MINUTE_MS)
  expect(replay.others.map(({ pricePaise }) => pricePaise)).toEqual([CLOSE_PAISE, CLOSE_PAISE])
})

test('a day that cannot be read is read again, and the minutes missed are read back', async () => {
  const replay = openReplay(OPEN_MS + 3 * MINUTE_MS)
  replay.failNext()
  replay.begin()
  await replay.pass(3 * MINUTE_MS)
  expect([replay.errors.length, replay.ticks.length > 10]).toEqual([1, true])
  expect(replay.bars.map(({ startMs }) => (startMs - OPEN_MS) / MINUTE_MS)).toEqual([3, 4])
})

test('who slept through some minutes is sent none of their prices, and goes on with whole bars', async () => {
  const replay = openReplay(OPEN_MS - 5 * MINUTE_MS)
  replay.begin()
  await replay.pass(10 * MINUTE_MS)
  const [asleepMs, wokeMs] = [replay.clock.nowMs(), replay.clock.nowMs() + 3 * MINUTE_MS]
  replay.sleep(3 * MINUTE_MS)
  await replay.pass(5 * MINUTE_MS)
  expect(replay.ticks.filter(({ atMs }) => atMs > asleepMs && atMs < wokeMs)).toEqual([])
  const later = replay.bars.filter(({ startMs }) => startMs >= wokeMs)
  expect(later.length).toBeGreaterThan(2)
  for (const bar of later)
    expect(bar).toMatchObject(rowsOf(replay.known).find(({ startMs }) => startMs === bar.startMs)!)
})

test('outside the session it is silent', async () => {
  const replay = openReplay(OPEN_MS + 375 * MINUTE_MS)
  replay.begin()
  await replay.pass(30 * MINUTE_MS)
  expect([replay.ticks, replay.bars]).toEqual([[], []])
})
