// The short form of proof/processes/cluster.proof.ts: every role works, and a killed engine and feed come back.
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { decodeTick, SUBJECTS } from '../server/src/trading/price-feed/messages.ts'
import { findRunningPostgres } from './database/postgres.mjs'
import { copyPreparedDataDir } from './testing/prepared-data-dir.ts'
import { joinBusOf } from './testing/join-bus-of.ts'
import { runCluster } from './testing/run-cluster.ts'
import { newDataDir, processesOf, statusOf } from './testing/run-start.ts'
import { until } from './testing/until.ts'

const PACE = { limitMs: 60_000, everyMs: 20 }
const SHARDS = 64

test('a cluster answers at every API process, gets a killed engine and feed back, and ends with SIGTERM', async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  const cluster = await runCluster(dataDir, { api: 2, engine: 1, feed: 1, worker: 0 })
  expect(cluster.processes.map(({ role }) => role)).toEqual(['api', 'api', 'engine', 'feed'])
  for (const { port } of cluster.of('api')) expect(await statusOf(`http://127.0.0.1:${port}/api/health/`)).toBe(200)
  const [engine, feed] = [cluster.of('engine')[0]!, cluster.of('feed')[0]!]
  const database = new pg.Client(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  await database.connect()
  /** The engine that holds every shard. */
  const holder = async () => {
    const { rows } = await database.query<{ engine: number; shards: number }>(
      'select engine, count(*)::integer as shards from shard_leases where engine is not null group by engine',
    )
    return rows.length === 1 && rows[0]?.shards === SHARDS ? rows[0].engine : undefined
  }
  const terms = new Set<number>()
  const bus = joinBusOf(feed.pid)
  bus.subscribe(SUBJECTS.tick('*'), (payload) => terms.add(decodeTick('', payload).term))
  await until('a tick and all shards', async () => terms.size === 1 && (await holder()) !== undefined, PACE)

  const before = await holder()
  for (const { pid } of [engine, feed]) process.kill(pid, 'SIGKILL')
  const isBack = async () => terms.size === 2 && ![before, undefined].includes(await holder())
  await until('a tick of the next feed, and the shards with the next engine', isBack, PACE)
  await bus.close()
  await database.end()
  expect(await cluster.stop()).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
  remove()
})
