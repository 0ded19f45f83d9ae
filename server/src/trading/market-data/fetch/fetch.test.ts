// History from the broker, over the simulated exchange's own candle endpoint.
import * as api from '@trading-bot/contract/rest/trading/market-data'
import { dayNumberOf } from '@trading-bot/core/time'
import { UNREADABLE_ANSWER } from '@trading-bot/engine/brokers/angel-one/requests/ask'
import type { Broker } from '@trading-bot/engine/ports'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openPastBars } from '../../../testing/past-bars.ts'
import { simulatedDays } from '../../../testing/simulated-days.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { findInstruments } from '../find-instruments.ts'
import { readHistory } from '../read-history.ts'
import { sliceBars } from '@trading-bot/core/slice-bars'
import { lockInstrument } from '../store/bar-store.ts'
import { planCalls } from './plan-fetch.ts'
import { openHistoryFetcher } from './run-fetch.ts'

const NOW = Date.parse('2026-11-16T05:00:00.000Z')
const SYMBOLS = ['SBIN-EQ', 'TCS-EQ']
let past: Awaited<ReturnType<typeof openPastBars>>
const pastBars: Broker['candles'] = (...asked) => past.pastBars(...asked)
const server = serverForFile({ demo: false }, { pastBars })
const admin = adminForFile(server)
beforeAll(async () => {
  past = await openPastBars(NOW, 'nse')
  await seedCatalogue(server.deps)
})
afterAll(() => past.stop())
afterEach(async () => {
  for (const table of ['bar_days', 'bar_months', 'history_fetches', 'corporate_actions'] as const) {
    await server.db.deleteFrom(table).execute()
  }
})

const RANGE = { from: '2026-10-12', until: '2026-11-13' }
const start = (symbols = SYMBOLS, range = RANGE) =>
  server.call(api.startHistoryFetch, { symbols, ...range }, admin.access)
const progress = async () => (await server.call(api.readHistoryFetch, {}, admin.access)).body.fetch!

/** A worker runs jobs in another process: here the test plays it. */
async function work(candles: Broker['candles'] = pastBars, turnMs = 60_000): Promise<void> {
  const { id } = await progress()
  const limiter = { waitMs: () => 0, spend: () => undefined, left: () => Infinity }
  const fetcher = openHistoryFetcher(
    { ...server.deps, pastBars: candles },
    { limiter, wait: async () => undefined, turnMs },
  )
  await fetcher.run({ fetchId: id })
}

async function read(names = SYMBOLS, from = RANGE.from, until = RANGE.until) {
  const range = { fromDay: dayNumberOf(from), untilDay: dayNumberOf(until) }
  return readHistory(server.deps, await findInstruments(server.db, names), range, { interval: '1m', adjusted: true })
}

const simulated = (symbol: string, from: string, until: string) => simulatedDays(symbol, from, until, 2026)

test('missing days are planned newest first, thirty days a call', () => {
  const days = Array.from({ length: 70 }, (_, day) => 1_000 + day)
  expect(planCalls('1', days)).toEqual([
    { token: '1', fromDay: 1_040, untilDay: 1_069, days: 30 },
    { token: '1', fromDay: 1_010, untilDay: 1_039, days: 30 },
    { token: '1', fromDay: 1_000, untilDay: 1_009, days: 10 },
  ])
  expect(planCalls('1', [5, 100])).toEqual([
    { token: '1', fromDay: 100, untilDay: 100, days: 1 },
    { token: '1', fromDay: 5, untilDay: 5, days: 1 },
  ])
})

test('a fetch stores the broker’s days, tells its progress, and finds nothing to do the second time', async () => {
  const { status, body } = await start()
  expect(status).toBe(202)
  expect(body).toMatchObject({ state: 'queued', symbols: 2, calls: 4, calls_done: 0, seconds_left: null })
  expect((await start()).status).toBe(409)
  await work()
  const done = await progress()
  expect(done).toMatchObject({ state: 'finished', symbols_done: 2, calls_done: 4, problems: [] })
  expect(done.days_stored).toBe(done.days)
  const found = await read()
  for (const { instrument, bars, days } of found.symbols) {
    expect(bars).toEqual(simulated(instrument.symbol, RANGE.from, RANGE.until))
    expect(new Set(days.map(({ status: one, source }) => `${one} ${source}`))).toEqual(new Set(['complete broker']))
  }
  expect(found.dataHash).toBe((await read()).dataHash)
  const again = await start()
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ error: expect.stringContaining('every day of this range is stored') })
})

test('a crash in the middle of a fetch neither loses nor doubles a day', async () => {
  await start()
  let calls = 0
  const dying: Broker['candles'] = async (...asked) => {
    calls += 1
    if (calls === 3) throw new Error('the process died')
    return pastBars(...asked)
  }
  await expect(work(dying)).rejects.toThrow('died')
  expect(await progress()).toMatchObject({ state: 'running', calls_done: 2 })
  const stored = await server.db.selectFrom('bar_days').select('sha256').execute()
  await work()
  expect(await progress()).toMatchObject({ state: 'finished', calls_done: 4 })
  expect(stored.length).toBeGreaterThan(0)
  for (const { instrument, bars } of (await read()).symbols) {
    expect(bars).toEqual(simulated(instrument.symbol, RANGE.from, RANGE.until))
  }
})

test('the broker answers the next call while the answer before it is stored', async () => {
  await start(['SBIN-EQ'])
  const asked: number[] = []
  const watched: Broker['candles'] = async (...call) => {
    asked.push(call[1].fromMs)
    return pastBars(...call)
  }
  const working = await server.db.transaction().execute(async (tx) => {
    await lockInstrument(tx, '3045')
    const run = work(watched)
    await eventually(() => expect(asked.length).toBe(2))
    expect(await progress()).toMatchObject({ calls: 2, calls_done: 0 })
    return { run }
  })
  await working.run
  expect(await progress()).toMatchObject({ state: 'finished', calls_done: 2 })
  expect(asked.length).toBe(2)
})

test('an answer with fewer candles than asked is asked for again day by day, and no half day is stored from it', async () => {
  await start(['SBIN-EQ'], { from: '2026-11-02', until: '2026-11-13' })
  const capped: Broker['candles'] = async (instrument, range) => {
    const answer = await pastBars(instrument, range)
    if (answer.kind !== 'answered') return answer
    return { kind: 'answered', value: sliceBars(answer.value, 0, 500) }
  }
  await work(capped)
  const done = await progress()
  expect(done.state).toBe('finished')
  expect(done.problems.join()).toContain('came short and are asked for again')
  expect((await read(['SBIN-EQ'], '2026-11-02', '2026-11-13')).symbols[0]!.bars).toEqual(
    simulated('SBIN-EQ', '2026-11-02', '2026-11-13'),
  )
})

test('a day that the broker has only in part is stored as partial, with what is missing', async () => {
  await start(['SBIN-EQ'], { from: '2026-11-12', until: '2026-11-12' })
  const half: Broker['candles'] = async (instrument, range) => {
    const answer = await pastBars(instrument, range)
    return answer.kind === 'answered' ? { kind: 'answered', value: sliceBars(answer.value, 0, 100) } : answer
  }
  await work(half)
  expect((await progress()).problems[0]).toContain('The broker has only part of the day.')
  const { symbols } = await read(['SBIN-EQ'], '2026-11-11', '2026-11-12')
  expect(symbols[0]!.days.map(({ status }) => status)).toEqual(['missing', 'partial'])
  const { body } = await server.call(api.readMarketDay, { token: '3045', day: '2026-11-12' }, admin.access)
  expect(body.sources[0]).toMatchObject({ status: 'partial', findings: [{ kind: 'MISSING_MINUTES' }] })
  expect(body.sources[0]!.bars.length).toBe(100)
})

test('a broker that does not answer, or refuses a share, is told in a sentence', async () => {
  await start()
  const silent: Broker['candles'] = async () => ({ kind: 'unavailable', why: 'too many requests' })
  await expect(work(silent)).rejects.toThrow('does not answer')
  expect(await progress()).toMatchObject({ state: 'running', calls_done: 0 })
  expect((await progress()).sentence).toContain('too many requests')
  const refusing: Broker['candles'] = async (instrument, range) =>
    instrument.symbol === 'TCS-EQ'
      ? { kind: 'refused', code: 'AB1004', sentence: 'Angel One does not know this symbol.' }
      : pastBars(instrument, range)
  await work(refusing)
  const done = await progress()
  expect(done).toMatchObject({ state: 'finished', sentence: '' })
  expect(done.problems[0]).toContain('TCS-EQ')
  await server.db.deleteFrom('history_fetches').execute()
  await start(['TCS-EQ'])
  await work(async () => ({ kind: 'refused', code: 'CREDENTIALS_REJECTED', sentence: 'Wrong MPIN.' }))
  expect(await progress()).toMatchObject({ state: 'failed', sentence: 'Wrong MPIN.' })
})

test('an answer that cannot be read is told and does not hold up the others', async () => {
  await start()
  let calls = 0
  await work(async (...asked) => {
    calls += 1
    return calls === 1 ? { kind: 'unavailable', why: UNREADABLE_ANSWER } : pastBars(...asked)
  })
  const done = await progress()
  expect(done).toMatchObject({ state: 'finished', calls_done: 4 })
  expect(done.problems).toEqual([expect.stringContaining('could not be read')])
})

test('a fetch is stopped between two calls, and can be started again', async () => {
  await start()
  const stopping: Broker['candles'] = async (...asked) => {
    const answer = await pastBars(...asked)
    await server.call(api.stopHistoryFetch, {}, admin.access)
    return answer
  }
  await work(stopping)
  const stopped = await progress()
  expect(stopped).toMatchObject({ state: 'stopped', calls_done: 1 })
  expect((await server.call(api.stopHistoryFetch, {}, admin.access)).status).toBe(409)
  expect((await start()).body).toMatchObject({ state: 'queued', days: stopped.days - stopped.days_stored })
})

test('today is not fetched before it is over, and a turn that is over goes on in another job', async () => {
  const late = await start(['SBIN-EQ'], { from: '2026-11-16', until: '2026-11-16' })
  expect(late.status).toBe(400)
  await start(SYMBOLS, { from: RANGE.from, until: '2026-12-31' })
  expect((await progress()).until).toBe('2026-11-15')
  await work(pastBars, 0)
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = 'fetch_history'`.execute(server.db)
  expect(rows.length).toBeGreaterThan(0)
})

test('the coverage map has a letter for each open day', async () => {
  await start(['SBIN-EQ'], { from: '2026-11-09', until: '2026-11-13' })
  await work()
  const query = { from: '2026-11-06', until: '2026-11-15', search: 'SBIN' }
  const { body } = await server.call(api.readCoverage, query, admin.access)
  expect(body.total).toBe(1)
  expect(body.symbols[0]).toMatchObject({ symbol: 'SBIN-EQ', sources: ['broker'] })
  expect(body.days[0]).toBe('2026-11-06')
  expect(body.symbols[0]!.letters).toMatch(/^mc{4,5}$/)
})

test('intervals are folded from the stored minutes', async () => {
  await start(['SBIN-EQ'], { from: '2026-11-12', until: '2026-11-13' })
  await work()
  const range = { fromDay: dayNumberOf('2026-11-12'), untilDay: dayNumberOf('2026-11-13') }
  const instruments = await findInstruments(server.db, ['SBIN-EQ'])
  const options = { interval: '15m', adjusted: false } as const
  const quarter = (await readHistory(server.deps, instruments, range, options)).symbols[0]!.bars
  const minutes = (await read(['SBIN-EQ'], '2026-11-12', '2026-11-13')).symbols[0]!.bars
  expect(quarter.closePaise.at(-1)).toBe(minutes.closePaise.at(-1))
  expect(quarter.timeMs.length).toBe(Math.ceil(minutes.timeMs.length / 2 / 15) * 2)
  const day = { token: '3045', day: '2026-11-13', interval: '15m' } as const
  const { body } = await server.call(api.readMarketDay, day, admin.access)
  const [source] = body.sources
  expect(source).toMatchObject({ bar_count: minutes.timeMs.length / 2 })
  expect(source!.bars.length).toBe(quarter.timeMs.length / 2)
  expect(source!.bars.at(-1)![4]).toBe(quarter.closePaise.at(-1)! / 100)
})
