import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'

const SWEEP_MS = 1_000

type Liveness = { readonly events: WorkerEvents; readonly stop: () => Promise<void> }

/**
 * Graphile keeps a dead process's jobs locked for four hours. Jobs are locked by a worker pool; here every pool holds a
 * session advisory lock while its process lives, so a job whose pool's lock is free has lost its process and is
 * released within a second.
 */
export async function sweepDeadWorkers(pool: pg.Pool, log: Logger): Promise<Liveness> {
  const events: WorkerEvents = new EventEmitter()
  const pools = new Set<string>()
  let holder: pg.PoolClient | undefined
  let isStopping = false
  let turn: Promise<unknown> = Promise.resolve()

  async function hold(): Promise<void> {
    if (holder || isStopping) return
    const client = await pool.connect()
    client.on('error', () => {
      // The connection was lost, and the locks with its session: they are taken again on the next sweep.
      holder = undefined
      client.release(true)
    })
    for (const id of pools) await client.query(LOCK, [id])
    holder = client
  }

  events.on('pool:create', ({ workerPool }) => {
    pools.add(workerPool.id)
    // One after the other: a connection runs one query at a time.
    turn = turn.then(() => holder?.query(LOCK, [workerPool.id])).catch(() => undefined)
  })
  // Before the first pool: one that took a job without a lock would look dead to another process's sweep.
  await hold()
  const timer = setInterval(() => {
    hold()
      .then(() => pool.query(FREE_ORPHANS))
      .catch((error: unknown) => log.debug({ err: error }, 'job sweep failed'))
  }, SWEEP_MS)
  timer.unref()

  return {
    events,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      holder?.removeAllListeners('error')
      holder?.release(true)
    },
  }
}

const LOCK = "select pg_advisory_lock(hashtextextended('job-pool:' || $1, 0))"

// The lock is tried in its own transaction and released at once.
const FREE_ORPHANS = `
  with dead as materialized (
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
  ), orphans as materialized (
    select array_agg(locked_by) as ids from dead
    where pg_try_advisory_xact_lock(hashtextextended('job-pool:' || locked_by, 0))
  )
  select graphile_worker.force_unlock_workers(ids) from orphans where ids is not null`
