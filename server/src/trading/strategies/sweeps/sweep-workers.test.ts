// Chunks of a sweep on real worker processes, one of which is killed while it runs one.
import { readSweep, startSweep } from '@trading-bot/contract/rest/trading/sweeps'
import { expect, test, vi } from 'vitest'
import { startScriptServer } from '../../../testing/test-scripts.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { joinSweep, type SweptResult } from './join-sweep.ts'
import { openSweep } from './open-sweep.ts'
import { findSweep } from './sweep-store.ts'

const LIMIT = { timeout: 120_000, interval: 10 }

test('kill -9 of a worker in the middle of a sweep: the other ends it with the same rows, finished chunks as they were', {
  timeout: 300_000,
}, async () => {
  const { server, token, stop } = await startScriptServer()
  const env = { ROLE: 'worker', DATABASE_URL: server.deps.config.databaseUrl, DATABASE_OWNER_URL: server.ownerUrl }
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  const started = await server.call(
    startSweep,
    {
      bot_id: bots.find(({ bot_type }) => bot_type === 'momentum_strategy')!.id,
      days: 200,
      market: 'simulated',
      x: { field: 'momentum_period', from: 2, to: 40, step: 2 },
      y: { field: 'buy_threshold', from: 0.1, to: 1.6, step: 0.1 },
    },
    token,
  )
  const { id } = started.body
  const chunks = () =>
    server.db.selectFrom('sweep_chunks').selectAll().where('sweep_id', '=', id).orderBy('number').execute()
  const isBegun = ({ starts, results }: Awaited<ReturnType<typeof chunks>>[number]) => starts > 0 && results === null
  expect((await chunks()).length).toBeGreaterThan(2)

  const first = await startServerProcess(env)
  await vi.waitFor(async () => {
    const all = await chunks()
    expect(all.some(({ results }) => results !== null) && all.some(isBegun)).toBe(true)
  }, LIMIT)
  await first.kill()
  const before = await chunks()
  expect(before.filter(isBegun)).toHaveLength(1)

  const second = await startServerProcess(env)
  await vi.waitFor(async () => expect((await findSweep(server.db, id))?.state).toBe('finished'), LIMIT)
  const after = await chunks()
  expect(after.map(({ starts }) => starts)).toEqual(before.map((chunk) => (isBegun(chunk) ? 2 : 1)))
  const kept = before.filter(({ results }) => results !== null)
  expect(after.filter(({ number }) => kept.some((one) => one.number === number))).toEqual(kept)

  const row = (await findSweep(server.db, id))!
  const sweep = await openSweep(server.deps, row)
  if (typeof sweep === 'string') throw new Error(sweep)
  const unsplit = (await sweep.evaluate(sweep.expanded.combinations, () => true)) as SweptResult[]
  const { report } = (await server.call(readSweep, { id }, token)).body
  expect(report).toEqual(joinSweep(sweep.basis, sweep.expanded, unsplit, report!.took_ms))
  await second.kill()
  await stop()
})
