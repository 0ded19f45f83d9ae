import { readBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { cancelSweep, readSweep, startSweep, type SweepRequest } from '@trading-bot/contract/rest/trading/sweeps'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { databaseTrouble } from '../../../platform/db/database-trouble.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { botForm, newBotCode, type ScriptServer, startScriptServer } from '../../../testing/test-scripts.ts'
import { startTestWorker } from '../../../testing/test-worker.ts'
import { joinSweep, type SweptResult } from './join-sweep.ts'
import { openSweep } from './open-sweep.ts'
import { openSweepRunner, tidyOldSweeps } from './run-sweep-chunk.ts'
import { findSweep } from './sweep-store.ts'

const LIMIT = { timeout: 30_000, interval: 20 }
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

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const END_WAITING = `select pg_terminate_backend(pid) from (${WAITING}) as waiting`

let host: ScriptServer
let momentumId: string
let scriptId: string
beforeAll(async () => {
  host = await startScriptServer()
  const { server, token } = host
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  momentumId = bots.find(({ bot_type }) => bot_type === 'momentum_strategy')!.id
  const config = { ...botForm('Swept'), bot_type: 'custom_strategy' as const }
  scriptId = (await newBotCode(server, token, CODE, config as never)).id
})
afterAll(() => host.stop())

const scriptSweep = (): CallRequest<typeof startSweep> => ({
  bot_id: scriptId,
  days: 14,
  market: 'simulated',
  x: { field: 'average_bars', from: 10, to: 20, step: 10 },
  y: { field: 'buffer_percent', from: 0, to: 0.1, step: 0.1 },
})
const nativeSweep = (): CallRequest<typeof startSweep> => ({ bot_id: momentumId, days: 30, x: X, y: Y })

async function start(wanted: CallRequest<typeof startSweep>): Promise<string> {
  const { status, body } = await host.server.call(startSweep, wanted, host.token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const read = async (id: string) => (await host.server.call(readSweep, { id }, host.token)).body
const chunksOf = (id: string) =>
  host.server.db.selectFrom('sweep_chunks').selectAll().where('sweep_id', '=', id).orderBy('number').execute()

/** As a sweep of more days would be: chunks of a few combinations each. */
async function splitInto(id: string, size: number): Promise<number> {
  const [whole, ...rest] = await chunksOf(id)
  expect(rest).toEqual([])
  const count = Math.ceil(whole!.combinations / size)
  await host.server.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sweep_chunks').where('sweep_id', '=', id).execute()
    for (let number = 0; number < count; number++) {
      const first = number * size
      const combinations = Math.min(size, whole!.combinations - first)
      await tx.insertInto('sweep_chunks').values({ sweep_id: id, number, first, combinations }).execute()
      await addJob(tx, 'run_sweep_chunk', { sweepId: id, chunk: number }, `sweep-${id}-${number}`)
    }
  })
  return count
}

/** Two sessions: in a transaction the activity of others looks as it was at the first look. */
async function connectOwner() {
  const owner = new pg.Pool({ connectionString: host.server.ownerUrl })
  return { owner, locker: await owner.connect() }
}

/** The report of the same sweep, run in one go by this process. */
async function unsplit(id: string) {
  const row = (await findSweep(host.server.db, id))!
  const sweep = await openSweep(host.server.deps, row)
  if (typeof sweep === 'string') throw new Error(sweep)
  const results = await sweep.evaluate(sweep.expanded.combinations, () => true)
  return joinSweep(sweep.basis, sweep.expanded, results as SweptResult[], 0)
}

test.each([
  ['a native strategy', nativeSweep, 5],
  ['Python code', scriptSweep, 1],
] as const)(
  'a sweep of %s, split over two workers, has the rows of the unsplit one in the same order',
  async (_, wanted, size) => {
    const id = await start(wanted())
    const count = await splitInto(id, size)
    expect(count).toBeGreaterThan(2)
    const workers = [await startTestWorker(host.server), await startTestWorker(host.server)]
    await vi.waitFor(async () => expect((await read(id)).state).toBe('finished'), LIMIT)
    for (const worker of workers) await worker.stop()
    const { report, progress } = await read(id)
    expect(report).toEqual(await unsplit(id))
    expect(report?.walk_forward?.folds).toHaveLength(4)
    expect(new Set(report?.cells.map(({ net }) => net)).size).toBeGreaterThan(1)
    expect(progress).toBe(100)
    expect((await chunksOf(id)).map(({ starts }) => starts)).toEqual(Array(count).fill(1))
  },
)

test('a sweep gives the same net profit as a backtest of the same pair', async () => {
  const { server, token } = host
  const id = await start(nativeSweep())
  const worker = await startTestWorker(server)
  await vi.waitFor(async () => expect((await read(id)).state).toBe('finished'), LIMIT)
  const { report } = await read(id)
  expect(report?.x.values).toEqual([5, 10, 15, 20])
  expect(report?.y.values).toEqual([0.2, 0.4, 0.6])
  expect(report?.cells).toHaveLength(12)
  const { body: own } = await server.call(readBotCode, { id: momentumId }, token)
  // A sweep tries the first of several symbols.
  const config = { ...own.config, multiple_symbols: own.config.multiple_symbols.slice(0, 1), buy_threshold: 0.4 }
  const one = (await server.call(runBacktest, { config, days: 30 }, token)).body
  await worker.stop()
  const same = report?.cells.find((cell) => cell.x === 10 && cell.y === 0.4)
  expect(one.report).toMatchObject({ net: same?.net, trades_total: same?.trades })
})

test('axes are refused that are the same, unknown, or outside the declared range', async () => {
  const { server, token } = host
  const refused = async (wanted: CallRequest<typeof startSweep>) => {
    const { status, body } = await server.call(startSweep, wanted, token)
    expect(status).toBe(400)
    return body
  }
  expect(await refused({ ...nativeSweep(), y: X })).toMatchObject({ y: ['Choose two different parameters'] })
  expect(await refused({ ...nativeSweep(), x: { ...X, field: 'magic' } })).toHaveProperty('x')
  const tooFar: SweepRequest['x'] = { field: 'average_bars', from: 10, to: 80, step: 10 }
  expect(await refused({ ...scriptSweep(), x: tooFar })).toMatchObject({
    x: ['Average bars must be between 5 and 60.'],
  })
  const unknown = { ...scriptSweep(), x: { ...tooFar, field: 'magic' } }
  expect(await refused(unknown)).toMatchObject({ x: ['The code declares no number with this name'] })
})

test('a cancelled sweep interrupts the chunk that runs and begins no other', async () => {
  const { server, token } = host
  const id = await start({ ...scriptSweep(), days: 365, y: undefined })
  await splitInto(id, 1)
  const running = openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 })
  await vi.waitFor(async () => expect((await chunksOf(id))[0]!.starts).toBe(1), LIMIT)
  expect((await server.call(cancelSweep, { id }, token)).body.state).toBe('cancelled')
  await running
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  const chunks = await chunksOf(id)
  expect(chunks.map(({ starts, results }) => [starts, results])).toEqual([
    [1, null],
    [0, null],
  ])
  const again = await server.call(cancelSweep, { id }, token)
  expect(again.body).toMatchObject({ code: 'SWEEP_OVER' })
})

test('a finished chunk is not run again, and one that kills its process is begun three times at most', async () => {
  const { server } = host
  const { run } = openSweepRunner(server.deps)
  const id = await start(nativeSweep())
  await splitInto(id, 6)
  await run({ sweepId: id, chunk: 1 })
  expect(await read(id)).toMatchObject({ state: 'running', progress: 50 })
  await run({ sweepId: id, chunk: 1 })
  expect((await chunksOf(id)).map(({ starts }) => starts)).toEqual([0, 1])
  await server.db.updateTable('sweep_chunks').set({ starts: 3 }).where('number', '=', 0).execute()
  await run({ sweepId: id, chunk: 0 })
  expect(await read(id)).toMatchObject({ state: 'failed', error: 'The server stopped 3 times while this ran.' })
})

test('a chunk that meets outages of the database is begun as often as it takes, and none of them counts', async () => {
  const { server } = host
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const { run } = openSweepRunner({ ...server.deps, db: database.db })
  const id = await start(nativeSweep())
  await splitInto(id, 6)
  await run({ sweepId: id, chunk: 1 })
  const { locker, owner } = await connectOwner()
  const startsOf = async () => (await chunksOf(id))[0]!.starts
  for (let outage = 0; outage < 4; outage++) {
    // Whoever stores the results waits for this row, so that the outage comes at that moment.
    await locker.query('begin')
    await locker.query('select from script_sweeps where id = $1 for update', [id])
    const trouble = run({ sweepId: id, chunk: 0 }).then(() => undefined, databaseTrouble)
    await vi.waitFor(async () => expect((await owner.query(END_WAITING)).rowCount).toBeGreaterThan(0), LIMIT)
    expect(await trouble).toBe('away')
    await locker.query('rollback')
    await vi.waitFor(async () => expect(await startsOf()).toBe(0), LIMIT)
  }
  locker.release()
  await owner.end()
  await run({ sweepId: id, chunk: 0 })
  await database.close()
  expect(await read(id)).toMatchObject({ state: 'finished', error: null })
  expect(await startsOf()).toBe(1)
})

test('a chunk that two workers run at once keeps the results of the first', async () => {
  const { server } = host
  const id = await start(nativeSweep())
  expect(await splitInto(id, 4)).toBe(3)
  const { locker, owner } = await connectOwner()
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  await locker.query('begin')
  await locker.query('select from script_sweeps where id = $1 for update', [id])
  const firstAt = server.deps.clock.now()
  const running: Promise<void>[] = []
  for (const workers of [1, 2]) {
    running.push(openSweepRunner(server.deps).run({ sweepId: id, chunk: 0 }))
    await vi.waitFor(async () => expect((await owner.query(WAITING)).rowCount).toBe(workers), LIMIT)
    server.moveTime(1_000)
  }
  await locker.query('rollback')
  locker.release()
  await owner.end()
  await Promise.all(running)
  expect((await chunksOf(id))[0]!.finished_at).toEqual(firstAt)
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 2 })
  expect(await read(id)).toMatchObject({ state: 'finished', error: null })
})

test('a sweep whose bars changed between two chunks fails instead of mixing both', async () => {
  const { server } = host
  const id = await start(nativeSweep())
  await splitInto(id, 6)
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
  const { server } = host
  const id = await start(nativeSweep())
  const row = () => findSweep(server.db, id)
  server.moveTime(60 * 60_000)
  await tidyOldSweeps(server.deps)
  expect(await row()).toMatchObject({ state: 'queued' })
  server.moveTime(1)
  await tidyOldSweeps(server.deps)
  expect(await row()).toMatchObject({ state: 'failed', error: 'It did not end in time.' })
})
