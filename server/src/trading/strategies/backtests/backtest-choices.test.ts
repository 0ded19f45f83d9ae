// What an administrator chooses for one run, the runs of a bot, their notes and the benchmark.
import type { CallRequest } from '@trading-bot/contract/rest/call'
import * as runsApi from '@trading-bot/contract/rest/trading/backtest-runs'
import * as api from '@trading-bot/contract/rest/trading/bot-config'
import { isoDay, indiaDayNumber } from '@trading-bot/core/time'
import { beforeAll, expect, test } from 'vitest'
import { runTestBacktest } from '../../../testing/run-test-backtest.ts'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { dropOldBacktests } from './backtest-store.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)
let botId: string
let today: number
beforeAll(async () => {
  botId = (await newBotCode(server, admin.access, EDITED, botForm('Chosen'))).id
  today = indiaDayNumber(server.deps.clock.now().getTime())
})

const backtest = async (choice: CallRequest<typeof api.runBacktest>) =>
  (await runTestBacktest(server, admin.access, { bot_id: botId, ...choice })).body

const day = (before: number) => isoDay(today - before)
const RELIANCE = { symbol: 'RELIANCE-EQ', token: '2885', name: 'Reliance' }
const SBIN = { symbol: 'SBIN-EQ', token: '3045', name: 'SBI' }

test('a run has its own days, symbols, interval and capital; the version stays as it is', async () => {
  const range = { from: day(20), until: day(10) }
  const { report, error } = await backtest({ ...range, symbols: [SBIN, RELIANCE], interval: '15m', capital: 80_000 })
  expect(error).toBe(null)
  expect(report).toMatchObject({ symbols: ['SBIN-EQ', 'RELIANCE-EQ'], capital: 80_000 })
  expect(report!.from >= `${day(20)}T00:00` && report!.until < `${day(9)}T00:00`).toBe(true)
  expect(report!.fill_model[0]).toContain('15')
})

test('a backtest may span several years', async () => {
  const { report, error } = await backtest({ from: day(800), until: day(5), interval: '1h' })
  expect(error).toBe(null)
  expect(report!.bars).toBeGreaterThan(150_000)
  expect(report!.candles.length).toBeLessThanOrEqual(600)
  expect(report!.charges).toBeGreaterThan(0)
  expect(report!.fill_model.at(-1)).toContain('Charges before 2024-10-01 are those of that day')
})

test('slippage and charges are chosen, and the benchmark does not depend on them', async () => {
  const range = { from: day(15), until: day(8) }
  const usual = (await backtest(range)).report!
  const free = (await backtest({ ...range, slippage_times: 0, has_charges: false })).report!
  expect(usual.charges).toBeGreaterThan(0)
  expect(free.charges).toBe(0)
  expect(free.net).toBeGreaterThan(usual.net)
  expect(free.fill_model.join()).toContain('slip by 0 basis points')
  expect(free.benchmark).toEqual(usual.benchmark)
  expect(usual.benchmark!.equity).toHaveLength(usual.equity.length)
  const [last] = usual.benchmark!.equity.at(-1)!.slice(1)
  expect(last).toBeCloseTo(usual.capital + usual.benchmark!.net, 2)
})

test.each([
  [{ from: 3 }, { until: ['Choose the last day'] }],
  [{ from: 3, until: 5 }, { until: ['The last day is before the first'] }],
  [{ from: 3, until: 0 }, { until: ['Choose a day before today'] }],
  [{ from: 4_000, until: 1 }, { from: ['At most 3,653 days; these are 4,000'] }],
])('a range of days before today that cannot run is refused beside its field: %j', async (range, fields) => {
  const chosen = Object.fromEntries(Object.entries(range).map(([key, before]) => [key, day(before)]))
  const { status, body } = await server.call(api.runBacktest, { bot_id: botId, ...chosen }, admin.access)
  expect(status).toBe(400)
  expect(body).toMatchObject(fields)
})

test('CALL GET /admin/bot-code/{id}/backtests/ lists runs; one with a note is kept for good', async () => {
  const { job_id: kept } = await backtest({ days: 3 })
  const { job_id: dropped } = await backtest({ days: 4, code: `${EDITED}\n# typed\n` })
  const { body } = await server.call(runsApi.noteBacktest, { id: kept, note: '  With the new stop  ' }, admin.access)
  expect(body).toMatchObject({ job_id: kept, note: 'With the new stop' })
  const { body: runs } = await server.call(runsApi.listBacktests, { id: botId }, admin.access)
  expect(runs[0]).toMatchObject({ id: dropped, version: null, days: 4, state: 'finished', note: '' })
  expect(runs[1]).toMatchObject({ id: kept, version: 1, symbols: ['SBIN-EQ'], note: 'With the new stop' })
  expect(runs[1]!.net).toEqual(expect.any(Number))
  await dropOldBacktests(server.db, new Date(server.deps.clock.now().getTime() + 1_000))
  const { body: left } = await server.call(runsApi.listBacktests, { id: botId }, admin.access)
  expect(left.map(({ id }) => id)).toEqual([kept])
})
