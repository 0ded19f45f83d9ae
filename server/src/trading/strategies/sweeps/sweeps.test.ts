import { readBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { cancelSweep, readSweep, startSweep, type SweepRequest } from '@trading-bot/contract/rest/trading/sweeps'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { databaseTrouble } from '../../../platform/db/database-trouble.ts'
import { eventually } from '../../../testing/eventually.ts'
import { botForm, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { chunksOf, holdSweep, splitSweep } from '../../../testing/test-sweeps.ts'
import { startTestWorker } from '../../../testing/test-worker.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { joinSweep, type SweptResult } from './join-sweep.ts'
import { openSweep } from './open-sweep.ts'
import { openSweepRunner, tidyOldSweeps } from './run-sweep-chunk.ts'
import { findSweep } from './sweep-store.ts'

const CODE = `
from bot_runtime import parameter
period = parameter("average_bars", 20, min=5, max=60, step=5, help="Bars of the average")
buffer = parameter("buffer_percent", 0.0, min=0.0, max=2.0)
closes = []
def on_bar(bot, bar):
    closes.append(bar.close_paise)
    if len(closes) < period:
        return
    average = sum(closes[-period:]) / period
    if bar.close_paise > average * (1 + buffer / 100):
        bot.buy()
    elif bar.close_paise < average:
        bot.exit("long")
`
const X = { field: 'momentum_period', from: 5, to: 20, step: 5 }
const Y = { field: 'buy_threshold', from: 0.2, to: 0.6, step: 0.2 }

const server = scriptServerForFile()
const admin = adminForFile(server)
let momentumId: string
let scriptId: string
beforeAll(async () => {
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  momentumId = bots.find(({ bot_type }) => bot_type === 'momentum_strategy')!.id
  const config = { ...botForm('Swept'), bot_type: 'custom_strategy' as const }
  scriptId = (await newBotCode(server, admin.access, CODE, config as never)).id
})

const scriptSweep = (): CallRequest<typeof startSweep> => ({
  bot_id: scriptId,
  days: 14,
  market: 'simulated',
  x: { field: 'average_bars', from: 10, to: 20, step: 10 },
  y: { field: 'buffer_percent', from: 0, to: 0.1, step: 0.1 },
})
const nativeSweep = (): CallRequest<typeof startSweep> => ({ bot_id: momentumId, days: 30, x: X, y: Y })

async function start(wanted: CallRequest<typeof startSweep>): Promise<string> {
  const { status, body } = await server.call(startSweep, wanted, admin.access)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const read = async (id: string) => (await server.call(readSweep, { id }, admin.access)).body

/** The report of the same sweep, run in one go by this process. */
async function unsplit(id: string) {
  const row = (await findSweep(server.db, id))!
  const sweep = await openSweep(server.deps, row)
  if (typeof sweep === 'string') throw new Error(sweep)
  const results = await sweep.evaluate(sweep.expanded.combinations, () => true)
  return joinSweep(sweep.basis, sweep.expanded, results as SweptResult[], { choice: sweep.choice, tookMs: 0 })
}

test.each([
  ['a native strategy', nativeSweep, 5],
  ['Python code', scriptSweep, 1],
] as const)(
  'a sweep of %s, split over two workers, has the rows of the unsplit one in the same order',
  async (_, wanted, size) => {
    const id = await start(wanted())
    const count = await splitSweep(server, id, size)
    expect(count).toBeGreaterThan(2)
    const workers = [await startTestWorker(server), await startTestWorker(server)]
    await eventually(async () => expect((await read(id)).state).toBe('finished'))
    for (const worker of workers) await worker.stop()
    const { report, progress } = await read(id)
    expect(report).toEqual(await unsplit(id))
    expect(report?.walk_forward?.folds).toHaveLength(4)
    expect(new Set(report?.cells.map(({ net }) => net)).size).toBeGreaterThan(1)
    expect(progress).toBe(100)
    expect((await chunksOf(server, id)).map(({ starts }) => starts)).toEqual(Array(count).fill(1))
  },
)

test('a sweep gives the same net profit as a backtest of the same pair', async () => {
  const id = await start(nativeSweep())
  const worker = await startTestWorker(server)
  await eventually(async () => expect((await read(id)).state).toBe('finished'))
  const { report } = await read(id)
  expect(report?.x.values).toEqual([5, 10, 15, 20])
  expect(report?.y.values).toEqual([0.2, 0.4, 0.6])
  expect(report?.cells).toHaveLength(12)
  const { body: own } = await server.call(readBotCode, { id: momentumId }, admin.access)
  // A sweep tries the first of several symbols.
  const config = { ...own.config, multiple_symbols: own.config.multiple_symbols.slice(0, 1), buy_threshold: 0.4 }
  const one = (await server.call(runBacktest, { config, days: 30 }, admin.access)).body
  await worker.stop()
  const same = report?.cells.find((cell) => cell.x === 10 && cell.y === 0.4)
  expect(one.report).toMatchObject({ net: same?.net, trades_total: same?.trades })
})

test('a sweep of a script of whole histories gives the net profit of a backtest of the same pair', async () => {
  const code = `
from bot_runtime import parameter
period = parameter("average_bars", 20, min=5, max=60, step=5, help="Bars of the average")
def signals(frame, parameters):
    mean = frame.close.rolling(period).mean()
    frame["enter_long"] = frame.close > mean * 1.001
    frame["exit_long"] = frame.close < mean
    return frame
`
  const config = { ...botForm('Whole histories'), bot_type: 'custom_strategy' as const }
  const { id: botId } = await newBotCode(server, admin.access, code, config as never)
  const x = { field: 'average_bars', from: 10, to: 30, step: 10 }
  const id = await start({ bot_id: botId, days: 14, market: 'simulated', x })
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  const { report, error } = await read(id)
  expect(error).toBe(null)
  expect(report?.cells.map((cell) => cell.x)).toEqual([10, 20, 30])
  expect(report?.walk_forward?.folds).toHaveLength(4)
  const worker = await startTestWorker(server)
  const pair = { ...config, author_parameters: { average_bars: 30 } } as never
  const { body } = await server.call(runBacktest, { config: pair, code, days: 14, market: 'simulated' }, admin.access)
  await worker.stop()
  const same = report?.cells.find((cell) => cell.x === 30)
  expect(body.report).toMatchObject({ net: same?.net, trades_total: same?.trades })
})

test('a combination with too few trades is shown and never called the best, in no period either', async () => {
  const id = await start({ ...nativeSweep(), min_trades: 1_000 })
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  const { report } = await read(id)
  expect(report).toMatchObject({ min_trades: 1_000, walk_forward: { trained_per_day: 0, validated_per_day: 0 } })
  expect(report?.cells.every(({ trades }) => trades < 1_000)).toBe(true)
  expect(report?.walk_forward?.folds).toMatchObject(Array(4).fill({ x: null, y: null }))
  const enough = await start({ ...nativeSweep(), min_trades: 1 })
  await openSweepRunner(server.deps).run({ sweepId: enough, chunk: 0 })
  const chosen = (await read(enough)).report?.walk_forward?.folds ?? []
  expect(chosen.map(({ x }) => x)).not.toContain(null)
})

test('a sweep takes chosen days as a backtest does, and refuses half a range', async () => {
  const { from, until } = { from: '2026-08-03', until: '2026-08-14' }
  const id = await start({ ...nativeSweep(), from, until })
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  const { report } = await read(id)
  const days = report?.walk_forward?.folds.map((fold) => fold.until.slice(0, 10)) ?? []
  expect(days.every((day) => day >= from && day <= until)).toBe(true)
  expect(report!.bars).toBeLessThanOrEqual(10 * 375)
  for (const [wanted, refusal] of [
    [{ from }, { until: ['Choose the last day'] }],
    [{ from: until, until: from }, { until: ['The last day is before the first'] }],
    [{ min_trades: 0 }, { min_trades: ['At least 1 trade'] }],
  ] as const) {
    const { status, body } = await server.call(startSweep, { ...nativeSweep(), ...wanted }, admin.access)
    expect([status, body]).toMatchObject([400, refusal])
  }
})

test('axes are refused that are the same, unknown, or outside the declared range', async () => {
  const refused = async (wanted: CallRequest<typeof startSweep>) => {
    const { status, body } = await server.call(startSweep, wanted, admin.access)
    expect(status).toBe(400)
    return body
  }
  expect(await refused({ ...nativeSweep(), y: X })).toMatchObject({ y: ['Choose different parameters'] })
  expect(await refused({ ...nativeSweep(), x: { ...X, field: 'magic' } })).toHaveProperty('x')
  const tooFar: SweepRequest['x'] = { field: 'average_bars', from: 10, to: 80, step: 10 }
  expect(await refused({ ...scriptSweep(), x: tooFar })).toMatchObject({
    x: ['Average bars must be between 5 and 60.'],
  })
  const unknown = { ...scriptSweep(), x: { ...tooFar, field: 'magic' } }
  expect(await refused(unknown)).toMatchObject({ x: ['The code declares no number with this name'] })
})

test('a cancelled sweep interrupts the chunk that runs and begins no other', async () => {
  const id = await start({ ...scriptSweep(), days: 365, y: undefined })
  await splitSweep(server, id, 1)
  const running = openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  await eventually(async () => expect((await chunksOf(server, id))[0]!.starts).toBe(1))
  expect((await server.call(cancelSweep, { id }, admin.access)).body.state).toBe('cancelled')
  await running
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  const chunks = await chunksOf(server, id)
  expect(chunks.map(({ starts, results }) => [starts, results])).toEqual([
    [1, null],
    [0, null],
  ])
  const again = await server.call(cancelSweep, { id }, admin.access)
  expect(again.body).toMatchObject({ code: 'SWEEP_OVER' })
})

test('a finished chunk is not run again, and one that kills its process is begun three times at most', async () => {
  const { run } = openSweepRunner(server.deps)
  const id = await start(nativeSweep())
  await splitSweep(server, id, 6)
  await run({ sweepId: id, chunk: 1 })
  expect(await read(id)).toMatchObject({ state: 'running', progress: 50 })
  await run({ sweepId: id, chunk: 1 })
  expect((await chunksOf(server, id)).map(({ starts }) => starts)).toEqual([0, 1])
  await server.db.updateTable('sweep_chunks').set({ starts: 3 }).where('number', '=', 0).execute()
  await run({ sweepId: id, chunk: 0 })
  expect(await read(id)).toMatchObject({ state: 'failed', error: 'The server stopped 3 times while this ran.' })
})

test('a chunk that meets outages of the database is begun as often as it takes, and none of them counts', async () => {
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const { run } = openSweepRunner({ ...server.deps, db: database.db })
  const id = await start(nativeSweep())
  await splitSweep(server, id, 6)
  await run({ sweepId: id, chunk: 1 })
  const startsOf = async () => (await chunksOf(server, id))[0]!.starts
  for (let outage = 0; outage < 4; outage++) {
    // At the moment of storing the results.
    const held = await holdSweep(server, id)
    const trouble = run({ sweepId: id, chunk: 0 }).then(() => undefined, databaseTrouble)
    await held.waiting(1)
    await held.endWaiting()
    expect(await trouble).toBe('away')
    await held.release()
    await eventually(async () => expect(await startsOf()).toBe(0))
  }
  await run({ sweepId: id, chunk: 0 })
  await database.close()
  expect(await read(id)).toMatchObject({ state: 'finished', error: null })
  expect(await startsOf()).toBe(1)
})

test('a chunk that two workers run at once keeps the results of the first', async () => {
  const id = await start(nativeSweep())
  expect(await splitSweep(server, id, 4)).toBe(3)
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  const held = await holdSweep(server, id)
  const firstAt = server.deps.clock.now()
  const running: Promise<void>[] = []
  for (const workers of [1, 2]) {
    running.push(openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 }))
    await held.waiting(workers)
    server.moveTime(1_000)
  }
  await held.release()
  await Promise.all(running)
  expect((await chunksOf(server, id))[0]!.finished_at).toEqual(firstAt)
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 2 })
  expect(await read(id)).toMatchObject({ state: 'finished', error: null })
})

test('a sweep whose bars changed between two chunks fails instead of mixing both', async () => {
  const id = await start(nativeSweep())
  await splitSweep(server, id, 6)
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  const row = (await findSweep(server.db, id))!
  const basis = JSON.stringify({
    ...(row.basis as object),
    data: { ...(row.basis as { data: object }).data, hash: 'x' },
  })
  await server.db.updateTable('script_sweeps').set({ basis }).where('id', '=', id).execute()
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  const error = 'The stored history changed while the sweep ran. Run it again.'
  expect(await read(id)).toMatchObject({ state: 'failed', error })
})

test('a sweep without a worker ends after an hour', async () => {
  const id = await start(nativeSweep())
  const row = () => findSweep(server.db, id)
  server.moveTime(60 * 60_000)
  await tidyOldSweeps(server.deps)
  expect(await row()).toMatchObject({ state: 'queued' })
  server.moveTime(1)
  await tidyOldSweeps(server.deps)
  expect(await row()).toMatchObject({ state: 'failed', error: 'It did not end in time.' })
})
