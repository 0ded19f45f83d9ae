import type pg from 'pg'
import { FEED_LOCK } from '../../platform/db/locks.ts'

/** The time of one process at the head of all feeds. */
export type Term = {
  /** Higher than that of every leader before. */
  readonly number: number
  /** False when the lead was not confirmed within the last second: a process that was paused must not go on speaking. */
  readonly isConfirmed: () => boolean
}

type Setup = {
  readonly pool: pg.Pool
  /** Called when this process leads; what it returns is called when it does so no longer. */
  readonly onLead: (term: Term) => () => Promise<void>
  readonly onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 300
const TRUSTED_MS = 1_000
// A leader that asks nothing for this long has been paused or cut off; it has stopped speaking half a second before.
const SILENT = `interval '1500 milliseconds'`

/**
 * One of all feeds leads: the holder of a lock of its own database session, which ends with the process. The others try
 * for it several times a second and end the session of a leader that is silent, so that one of them leads within two
 * seconds.
 */
export function standForLeader({ pool, onLead, onError }: Setup): { readonly stop: () => Promise<void> } {
  let isStopped = false
  let wake: () => void = () => undefined
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const standOnce = async () => {
    const client = await pool.connect()
    const session = { isOpen: true }
    const close = () => {
      if (session.isOpen) client.release(true)
      session.isOpen = false
    }
    client.once('error', () => {
      close()
      wake()
    })
    let stepDown: (() => Promise<void>) | undefined
    try {
      let confirmedMs = performance.now()
      while (!isStopped && session.isOpen) {
        const askedMs = performance.now()
        if (stepDown) await client.query('select')
        else if ((await client.query<{ won: boolean }>(TRY)).rows[0]!.won) {
          const number = Number((await client.query<{ term: string }>(TERM)).rows[0]!.term)
          stepDown = onLead({ number, isConfirmed: () => performance.now() - confirmedMs < TRUSTED_MS })
        }
        confirmedMs = askedMs
        await pause()
      }
    } finally {
      // The lock goes first, so that the next leader need not wait for what this one has to put away.
      close()
      await stepDown?.()
    }
  }
  const stand = async () => {
    while (!isStopped) {
      await standOnce().catch(onError)
      if (!isStopped) await pause()
    }
  }
  const standing = stand()
  return {
    stop: async () => {
      isStopped = true
      wake()
      await standing
    },
  }
}

// A lock with two keys stands in pg_locks as it was given.
const TRY = `
  with ended as materialized (
    select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid::bigint = ${FEED_LOCK}
      and l.database = (select oid from pg_database where datname = current_database())
      and a.state = 'idle' and a.state_change < clock_timestamp() - ${SILENT}
  )
  select pg_try_advisory_lock(${FEED_LOCK}, 0) as won, (select count(*) from ended) as ended`

// Transaction ids only rise, and outlive every process.
const TERM = 'select pg_current_xact_id()::text as term'
