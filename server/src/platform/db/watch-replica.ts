import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** A streaming replica of the database, for reports that may be some seconds old. */
export type Replica = {
  /** Undefined while it is away, was promoted, or is too far behind: reports are read from the primary then. */
  readonly db: () => Db | undefined
  /** How old the rows it shows may be; null before it has been seen. */
  readonly lagMs: () => number | null
  readonly stop: () => void
}

type Setup = {
  readonly primary: Db
  readonly replica: Db
  readonly onError: (error: unknown) => void
  readonly mostLagMs?: number
}

/** A place in the primary's log, and when it was the end of it. */
type Mark = { readonly lsn: string; readonly atMs: number }

const LOOK_EVERY_MS = 1_000
const MOST_LAG_MS = 10_000

/**
 * The lag is what the replica is proven to have, by our own clock: it is as old as the last end of the primary's log that
 * it has replayed. Its own clock and its own idea of the lag say nothing about a replica that is cut off.
 */
export function watchReplica({ primary, replica, onError, mostLagMs = MOST_LAG_MS }: Setup): Replica {
  let mark: Mark | undefined
  let freshAtMs: number | undefined
  let isLooking = false
  let isAway = false

  const look = async () => {
    mark ??= await endOfLog(primary)
    const isReplayed = await hasReplayed(replica, mark.lsn)
    if (isReplayed === null) freshAtMs = undefined
    if (!isReplayed) return
    freshAtMs = mark.atMs
    mark = undefined
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .then(
        () => {
          isAway = false
        },
        (error: unknown) => {
          // Told once, however long it stays away.
          if (!isAway) onError(error)
          isAway = true
        },
      )
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  const lagMs = () => (freshAtMs === undefined ? null : Math.round(performance.now() - freshAtMs))
  return {
    db: () => (!isAway && (lagMs() ?? Infinity) <= mostLagMs ? replica : undefined),
    lagMs,
    stop: () => clearInterval(timer),
  }
}

async function endOfLog(primary: Db): Promise<Mark> {
  const atMs = performance.now()
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
  return { lsn: rows[0]!.lsn, atMs }
}

/** Null from a server that is no replica (any more): after a failover its log may be another one. */
async function hasReplayed(replica: Db, lsn: string): Promise<boolean | null> {
  const { rows } = await sql<{ replayed: boolean | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn end as replayed`.execute(
    replica,
  )
  return rows[0]!.replayed
}
