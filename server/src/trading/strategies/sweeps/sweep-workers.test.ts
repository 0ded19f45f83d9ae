// Chunks of a sweep on real worker processes, one of which is killed while it runs one.
import { readSweep, startSweep } from '@trading-bot/contract/rest/trading/sweeps'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { chunksOf, holdSweep, splitSweep } from '../../../testing/test-sweeps.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { scriptServerForFile } from '../../../testing/test-scripts.ts'
import { joinSweep, type SweptResult } from './join-sweep.ts'
import { openSweep } from './open-sweep.ts'
import { openSweepRunner } from './run-sweep-chunk.ts'
import { findSweep } from './sweep-store.ts'

// The processes that run its chunks have the real time too.
const server = scriptServerForFile({ now: () => new Date() })
const admin = adminForFile(server)

test('kill -9 of a worker in the middle of a sweep: the other ends it with the same rows, finished chunks as they were', {
  timeout: 120_000,
}, async () => {
  const env = { ROLE: 'worker', DATABASE_URL: server.deps.config.databaseUrl, DATABASE_OWNER_URL: server.ownerUrl }
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  const wanted = {
    bot_id: bots.find(({ bot_type }) => bot_type === 'momentum_strategy')!.id,
    days: 30,
    market: 'simulated' as const,
    x: { field: 'momentum_period', from: 5, to: 20, step: 5 },
    y: { field: 'buy_threshold', from: 0.2, to: 0.6, step: 0.2 },
  }
  const { id } = (await server.call(startSweep, wanted, admin.access)).body
  expect(await splitSweep(server, id, 4)).toBe(3)
  await openSweepRunner(server.deps).run({ sweepId: id, chunk: 1 })
  const finished = (await chunksOf(server, id))[1]

  const held = await holdSweep(server, id)
  const first = await startServerProcess(env)
  await held.waiting(1)
  await first.kill()
  await held.endWaiting()
  await held.release()
  expect((await chunksOf(server, id)).map(({ starts, results }) => [starts, results !== null])).toEqual([
    [1, false],
    [1, true],
    [0, false],
  ])

  const second = await startServerProcess(env)
  const state = async () => (await findSweep(server.db, id))?.state
  await eventually(async () => expect(await state()).toBe('finished'), 60_000)
  await second.kill()
  const after = await chunksOf(server, id)
  expect(after.map(({ starts }) => starts)).toEqual([2, 1, 1])
  expect(after[1]).toEqual(finished)

  const sweep = await openSweep(server.deps, (await findSweep(server.db, id))!)
  if (typeof sweep === 'string') throw new Error(sweep)
  const unsplit = (await sweep.evaluate(sweep.expanded.combinations, () => true)) as SweptResult[]
  const { report } = (await server.call(readSweep, { id }, admin.access)).body
  const joined = { choice: sweep.choice, tookMs: report!.took_ms }
  expect(report).toEqual(joinSweep(sweep.basis, sweep.expanded, unsplit, joined))
})
