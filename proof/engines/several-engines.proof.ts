// Several engines share the shards with real processes: one joins, one is killed, one is paused and thawed.
import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { count, expectCorrectBooks, isSettled, openTradedDatabase } from './engine-processes.ts'
import { startEngine } from '../../product/testing/start-engine.ts'
import { until } from '../../product/testing/until.ts'

const ACCOUNTS = 120
const PACE = { limitMs: 60_000, everyMs: 100 }
const SHARDS = 64

test('shards are shared, taken over from a killed and from a paused engine, and no order is lost or doubled', {
  timeout: 200_000,
}, async () => {
  const { pool, url, close } = await openTradedDatabase(ACCOUNTS)
  const first = await startEngine(url)
  const second = await startEngine(url)
  await until('a fair share each', async () => String(await shares(pool)) === '32,32', PACE)
  for (const engine of [first, second]) engine.send({ do: 'enter' })
  await until('the first order', async () => (await count(pool, 'true')) > 0)

  first.kill('SIGKILL')
  const killedAt = performance.now()
  await until('all shards to be taken over', async () => String(await shares(pool)) === '64', { ...PACE, everyMs: 20 })
  const settle = (engines: readonly ChildProcess[], what: 'enter' | 'leave', holding: number) => async () => {
    for (const engine of engines) for (const each of [what, 'price']) engine.send({ do: each })
    return isSettled(pool, holding)
  }
  const claimedMs = performance.now() - killedAt
  await until('everybody to hold', settle([second], 'enter', ACCOUNTS), PACE)
  // The design's bound for taking over; what follows waits for orders that may have been on their way.
  expect(claimedMs, 'milliseconds until every shard had a holder again').toBeLessThan(3_000)

  // Paused while it sends exits: it does not know that it was away when it goes on.
  const third = await startEngine(url)
  await until('a fair share each', async () => String(await shares(pool)) === '32,32', PACE)
  for (const engine of [second, third]) engine.send({ do: 'leave' })
  second.kill('SIGSTOP')
  await until('the third to have all', async () => (await holder(pool)) === SHARDS, PACE)
  second.kill('SIGCONT')
  await until('everybody to be out', settle([third], 'leave', 0), PACE)
  await expectCorrectBooks(pool)
  console.log(
    `figure: ${ACCOUNTS} accounts, every shard claimed ${Math.round(claimedMs)} ms after the kill, no order lost or doubled`,
  )
  for (const engine of [second, third]) engine.kill('SIGKILL')
  await close()
})

/** How many shards each engine that holds any has, the newest engine first. */
async function shares(pool: pg.Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ shards: number }>(
    'select count(*)::integer as shards from shard_leases where engine is not null group by engine order by engine desc',
  )
  return rows.map(({ shards }) => shards)
}

async function holder(pool: pg.Pool): Promise<number> {
  return (await shares(pool))[0] ?? 0
}
