import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import { barsWithin, sliceBars } from '@trading-bot/core/slice-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import type { TodaysMinutes } from '../../../platform/http/context.ts'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { signUp } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { openFeedRecorder } from '../feed/record-feed.ts'
import { openTodaysMinutes } from './todays-minutes.ts'

const SBIN = stockNamed('SBIN-EQ')
const [FRIDAY, MONDAY] = ['2026-11-13', '2026-11-16']
// The test server's clock: Monday, 10:30 in India.
const NOW_MS = Date.parse('2026-11-16T05:00:00Z')

let token: string
let today: TodaysMinutes | undefined
const todaysMinutes = async () => today ?? { bars: sliceBars(barsOf(FRIDAY), 0, 0), isWhole: false }
const server = serverForFile(
  { demo: false, compliance: { ...SIMULATED, hosting: 'paper', paperPrices: 'live' } },
  { todaysMinutes, prices: { lastPaise: () => 81_255 } },
)
beforeAll(async () => {
  await seedCatalogue(server.deps)
  token = (await signUp(server)).access
})
afterEach(async () => {
  today = undefined
  for (const table of ['bar_days', 'bar_months'] as const) await server.db.deleteFrom(table).execute()
})

const barsOf = (day: string) => simulatedDays('SBIN-EQ', day)

const ask = (change: object = {}) =>
  server.call(
    readCandles,
    { symbol: 'SBIN-EQ', interval: '5m', from: '2026-11-13', until: '2026-11-16', ...change },
    token,
  )

test('CALL GET /market/candles/{symbol}/ joins stored days with today’s candles, the one under way last', async () => {
  await storeBars(server.deps, SBIN, barsOf(FRIDAY))
  today = { bars: barsWithin(barsOf(MONDAY), 0, NOW_MS + MINUTE_MS), isWhole: true }
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    symbol: 'SBIN-EQ',
    interval: '5m',
    unknown: [],
    source: 'platform',
    prices: 'Real-time prices.',
    last_price: 812.55,
  })
  expect(body.is_live).toBe(true)
  // Friday until its auction at 15:15; on Monday 09:15 to 10:30, and the first minute of the candle of 10:30.
  expect(body.bars).toHaveLength(72 + 16)
  const friday = barsOf(FRIDAY)
  expect(body.bars[0]).toEqual([
    '2026-11-13T03:45:00.000Z',
    friday.openPaise[0]! / 100,
    Math.max(...friday.highPaise.subarray(0, 5)) / 100,
    Math.min(...friday.lowPaise.subarray(0, 5)) / 100,
    friday.closePaise[4]! / 100,
    friday.volume.subarray(0, 5).reduce((sum, one) => sum + one, 0),
  ])
  expect(body.bars.at(-1)?.[0]).toBe('2026-11-16T05:00:00.000Z')
  const daily = await ask({ interval: '1d' })
  expect(daily.body.bars).toHaveLength(2)
  expect(daily.body.is_live).toBe(true)
  const newest = await server.call(readCandles, { symbol: 'SBIN-EQ', interval: '1m' }, token)
  expect(newest.body.bars.at(-1)?.[0]).toBe('2026-11-16T05:00:00.000Z')
})

test('CALL GET /market/candles/{symbol}/ answers only what is new since an instant', async () => {
  today = { bars: barsWithin(barsOf(MONDAY), 0, NOW_MS + MINUTE_MS), isWhole: true }
  const { body } = await ask({ since: '2026-11-16T04:57:00.000Z' })
  expect(body.bars.map(([time]) => time)).toEqual(['2026-11-16T04:55:00.000Z', '2026-11-16T05:00:00.000Z'])
})

test('CALL GET /market/candles/{symbol}/ lists days that could not be read instead of leaving them empty', async () => {
  const { body } = await ask({ from: '2026-11-12' })
  expect(body.bars).toEqual([])
  expect((await ask({ from: '2026-11-12', until: '2026-11-13' })).body.is_live).toBe(false)
  expect(body.unknown).toEqual([
    { day: '2026-11-12', sentence: 'The prices of this day are not stored.' },
    { day: '2026-11-13', sentence: 'The prices of this day are not stored.' },
    { day: '2026-11-16', sentence: 'Today’s earlier prices could not be read.' },
  ])
})

test('CALL GET /market/candles/{symbol}/ refuses bad symbols, intervals and ranges with a sentence', async () => {
  for (const [change, status, text] of [
    [{ symbol: 'NOPE-EQ' }, 404, 'We have no symbol called NOPE-EQ.'],
    [{ interval: '2m' }, 400, 'Choose an interval: 1m, 3m, 5m, 10m, 15m, 30m, 1h, 1d'],
    [{ from: '2026-11-17', until: '2026-11-18' }, 400, 'Choose a day that has begun'],
    [{ until: '2026-11-12' }, 400, 'The last day must not be before the first'],
    [{ interval: '1m' }, 400, 'Choose at most 3 days of candles of 1 minute'],
    [{ since: 'yesterday' }, 400, 'Enter an instant like 2026-11-15T04:00:00.000Z'],
    [{ from: '13.11.2026' }, 400, 'Enter a date like 2026-11-15'],
  ] as const) {
    const reply = await ask(change)
    expect(reply.status, text).toBe(status)
    expect(JSON.stringify(reply.body)).toContain(text)
  }
  const input = { symbol: 'SBIN-EQ', from: '2026-11-13', until: '2026-11-13' }
  expect((await server.call(readCandles, input)).status).toBe(401)
})

test('today’s minutes are the feed’s, the broker’s before them, and unknown when neither has them', async () => {
  const whole = barsOf(MONDAY)
  const asked: number[] = []
  let isUp = false
  const candles: Broker['candles'] = async (_, { fromMs, untilMs }) => {
    asked.push(untilMs)
    if (!isUp) return { kind: 'unavailable', why: 'no connection' }
    return { kind: 'answered', value: barsWithin(whole, fromMs, untilMs) }
  }
  const feed = openFeedRecorder(server.deps, (error) => {
    throw error
  })
  let nowMs = NOW_MS
  const read = openTodaysMinutes({ feed, candles, clock: { now: () => new Date(nowMs) } })
  expect(await read(SBIN)).toMatchObject({ isWhole: false })
  isUp = true
  nowMs += 2_000
  // The feed begins at 10:00 with one whole minute and the prices of the next.
  const tenMs = Date.parse('2026-11-16T04:30:00Z')
  feed.onBar(SBIN, { startMs: tenMs, openPaise: 1, highPaise: 2, lowPaise: 1, closePaise: 2, volume: 7 })
  for (const price of [5, 9, 3, 4]) feed.onPrice(SBIN.token, price, tenMs + MINUTE_MS + price)
  const { bars, isWhole } = await read(SBIN)
  expect(isWhole).toBe(true)
  expect(bars.timeMs).toHaveLength(45 + 2)
  expect(Array.from(bars.timeMs.slice(-3))).toEqual([tenMs - MINUTE_MS, tenMs, tenMs + MINUTE_MS])
  const last = bars.timeMs.length - 1
  expect([bars.openPaise[last], bars.highPaise[last], bars.lowPaise[last], bars.closePaise[last]]).toEqual([5, 9, 3, 4])
  nowMs += 10 * MINUTE_MS
  await read(SBIN)
  // What came before the feed does not change: it was asked for once.
  expect(asked).toEqual([NOW_MS, tenMs])
  await feed.stop()
})
