import { readMarketDay } from '@trading-bot/contract/rest/trading/market-data'
import type { Bars } from '@trading-bot/core/bars'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { dayNumberOf } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { readHistory } from '../read-history.ts'
import { withStoredDays } from '../with-stored-days.ts'
import { compareFeed } from './compare-feed.ts'
import { openFeedRecorder } from './record-feed.ts'

const SBIN = stockNamed('SBIN-EQ')
const DAY = '2026-11-13'
// Monday morning, so that Friday is over.
const server = serverForFile({ demo: false })
const admin = adminForFile(server)
beforeAll(() => seedCatalogue(server.deps))
afterEach(async () => {
  for (const table of ['bar_days', 'bar_months', 'feed_comparisons'] as const) {
    await server.db.deleteFrom(table).execute()
  }
})

const barsOf = (from: string, until = from) => simulatedDays('SBIN-EQ', from, until)

function feed(bars: Bars, rows: readonly number[], recorder: ReturnType<typeof openFeedRecorder>): void {
  for (const row of rows) {
    recorder.onBar(SBIN, {
      startMs: bars.timeMs[row]!,
      openPaise: bars.openPaise[row]!,
      highPaise: bars.highPaise[row]!,
      lowPaise: bars.lowPaise[row]!,
      closePaise: bars.closePaise[row]!,
      volume: bars.volume[row]!,
    })
  }
}
const open = () =>
  openFeedRecorder(server.deps, (error) => {
    throw error
  })
const stored = async () => {
  const range = { fromDay: dayNumberOf(DAY), untilDay: dayNumberOf(DAY) }
  return (await readHistory(server.deps, [SBIN], range, { interval: '1m', adjusted: false })).symbols[0]!
}

test('a day of the feed is stored once its session is over, also across a restart', async () => {
  const bars = barsOf(DAY)
  const rows = [...bars.timeMs.keys()]
  const first = open()
  feed(bars, rows.slice(0, 200), first)
  await first.stop()
  expect((await stored()).days[0]).toMatchObject({ status: 'partial', source: 'feed' })
  const second = open()
  feed(bars, rows.slice(200), second)
  await second.storeEndedDays()
  await second.stop()
  const found = await stored()
  expect(found.bars).toEqual(bars)
  expect(found.days[0]).toMatchObject({ status: 'complete', source: 'feed' })
})

test('engines that fed the same share store each of its minutes once, whoever is first', async () => {
  const bars = barsOf(DAY)
  const rows = [...bars.timeMs.keys()]
  const [late, early] = [open(), open()]
  feed(bars, rows.slice(150), late)
  feed(bars, rows.slice(0, 220), early)
  await late.storeEndedDays()
  await early.storeEndedDays()
  for (const recorder of [late, early]) await recorder.stop()
  const found = await stored()
  expect(found.days[0]).toMatchObject({ status: 'complete', source: 'feed' })
  expect(found.bars.timeMs).toEqual(bars.timeMs)
})

test('a day under way is not stored', async () => {
  const recorder = open()
  const today = barsOf('2026-11-16')
  feed(today, [0, 1, 2], recorder)
  await recorder.storeEndedDays()
  expect(await server.db.selectFrom('bar_days').select('token').execute()).toEqual([])
  await recorder.stop()
})

test('the evening’s comparison stores the broker’s day, records the differences and happens once', async () => {
  const bars = barsOf(DAY)
  const recorder = open()
  feed(bars, [...bars.timeMs.keys()].slice(1), recorder)
  await recorder.storeEndedDays()
  await recorder.stop()
  const broker: Bars = { ...bars, closePaise: bars.closePaise.slice(), highPaise: bars.highPaise.slice() }
  broker.highPaise[10]! += 100
  let calls = 0
  const pastBars: Broker['candles'] = async () => {
    calls += 1
    return calls === 1 ? { kind: 'unavailable', why: 'busy' } : { kind: 'answered', value: broker }
  }
  const compare = () => compareFeed({ ...server.deps, pastBars }, async () => undefined)
  await compare()
  expect(await server.db.selectFrom('feed_comparisons').select('token').execute()).toEqual([])
  await compare()
  await compare()
  expect(calls).toBe(2)
  const { body } = await server.call(readMarketDay, { token: SBIN.token, day: DAY }, admin.access)
  expect(body.comparison).toMatchObject({
    equal_bars: bars.timeMs.length - 2,
    different_bars: 1,
    only_in_feed: 0,
    only_at_broker: 1,
  })
  expect(body.comparison!.largest_bps).toBeGreaterThan(0)
  expect(body.sources.map(({ source }) => source)).toEqual(['broker', 'feed'])
  expect(body.chosen).toBe('broker')
})

test('the broker’s bars come before a file’s, and a sound day before a suspect one', async () => {
  const bars = barsOf(DAY)
  const silent = { ...bars, volume: new Float64Array(bars.volume.length) }
  await storeBars(server.deps, SBIN, bars, { source: 'feed' })
  await storeBars(server.deps, SBIN, { ...bars, volume: bars.volume.map((one) => one + 1) }, { source: 'file' })
  expect((await stored()).days[0]!.source).toBe('file')
  await storeBars(server.deps, SBIN, silent, { source: 'broker' })
  expect((await stored()).days[0]!.source).toBe('file')
  await storeBars(server.deps, SBIN, bars, { source: 'broker' })
  expect((await stored()).days[0]!.source).toBe('broker')
})

test('a live strategy warms up on stored days and asks the broker for today only', async () => {
  const asked: string[] = []
  const candles: Broker['candles'] = async (_, { fromMs, untilMs }) => {
    asked.push(`${new Date(fromMs).toISOString()} ${new Date(untilMs).toISOString()}`)
    return { kind: 'answered', value: barsWithin(barsOf(DAY, '2026-11-16'), fromMs, untilMs) }
  }
  const past = withStoredDays(server.deps, candles)
  const untilMs = Date.parse('2026-11-16T05:00:00Z')
  const range = { fromMs: Date.parse('2026-11-13T06:00:00Z'), untilMs }
  const before = await past(SBIN, range)
  expect(asked).toEqual(['2026-11-13T06:00:00.000Z 2026-11-16T05:00:00.000Z'])
  await storeBars(server.deps, SBIN, barsOf(DAY))
  expect(await past(SBIN, range)).toEqual(before)
  expect(asked[1]).toBe('2026-11-15T18:30:00.000Z 2026-11-16T05:00:00.000Z')
  await past(SBIN, { fromMs: untilMs - 60_000, untilMs })
  expect(asked).toHaveLength(3)
})
