import { patienceMs } from '@trading-bot/engine/live/book/leases/takeover-patience'
import { type SilenceWatch, watchSilence } from '@trading-bot/engine/live/book/leases/watch-silence'
import type pg from 'pg'
import type { Queryable } from '../../platform/db/client.ts'
import { FEED_LOCK } from '../../platform/db/locks.ts'
import { endSilentSessions, recentTakeovers, type SilentSession } from '../takeovers/index.ts'

/** The time of one process at the head of all feeds. */
export type Term = {
  /** Higher than that of every leader before. */
  readonly number: number
  /** False when the lead was not confirmed just now: a process that was paused must not go on speaking. */
  readonly isConfirmed: () => boolean
}

type Setup = {
  readonly pool: pg.Pool
  /** Called when this process leads; what it returns is called when it does so no longer. */
  readonly onLead: (term: Term) => () => Promise<void>
  readonly onError: (error: unknown) => void
}

// A leader confirms its lead, and the others try for it, five times a second.
export const LOOK_EVERY_MS = 200
// The lock of a session that was ended is free some milliseconds later.
const LOOK_AGAIN_MS = 20
export const TRUSTED_MS = 800
// A leader that asks nothing for this long has been paused or cut off. It must be longer than a leader trusts its last
// confirmation, which it counts from before the question: so it has stopped speaking when its session is ended.
const LEAST_PATIENCE_MS = 1_000

/**
 * One of all feeds leads: the holder of a lock of its own database session, which ends with the process. The others try
 * for it several times a second and end the session of a leader that is silent, so that one of them leads after little
 * more than a second, or later where leaders fall silent one after the other.
 */
export function standForLeader({ pool, onLead, onError }: Setup): { readonly stop: () => Promise<void> } {
  let isStopped = false
  let wake: () => void = () => undefined
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
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
      const silence = watchSilence(LOOK_EVERY_MS)
      let confirmedMs = 0
      const isConfirmed = () => session.isOpen && performance.now() - confirmedMs < TRUSTED_MS
      while (!isStopped && session.isOpen) {
        const askedMs = performance.now()
        const { term, hasEnded } = stepDown ? await confirm(client) : await tryToLead(client, silence)
        confirmedMs = askedMs
        if (term !== undefined) stepDown = onLead({ number: term, isConfirmed })
        await pause(hasEnded ? LOOK_AGAIN_MS : LOOK_EVERY_MS)
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
      if (!isStopped) await pause(LOOK_EVERY_MS)
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

type Look = { readonly term?: number; readonly hasEnded?: boolean }

async function confirm(client: pg.PoolClient): Promise<Look> {
  await client.query('select')
  return {}
}

/** The term if the lock was free, or whether the session of a silent leader was ended. */
async function tryToLead(client: pg.PoolClient, silence: SilenceWatch): Promise<Look> {
  const askedMs = performance.now()
  const { rows } = await client.query<{ term: string | null; leader: SilentSession | null; takeovers: number }>(TRY)
  const { term, leader, takeovers } = rows[0]!
  const signs = new Map(leader ? [[leader.pid, leader.sign]] : [])
  const silentMs = silence.look({ askedMs, answeredMs: performance.now(), signs })
  if (term !== null) return { term: Number(term) }
  if (!leader || silentMs.get(leader.pid)! < patienceMs(LEAST_PATIENCE_MS, takeovers)) return {}
  await endSilentSessions(client, 'feed', [leader])
  return { hasEnded: true }
}

// A term is a transaction id: these only rise, and outlive every process. It is recorded for those who follow. A lock
// with two keys stands in pg_locks as it was given.
const TRY = `
  with tried as materialized (select pg_try_advisory_lock(${FEED_LOCK}, 0) as won),
  recorded as (
    insert into feed_lead (term, began_at)
    select pg_current_xact_id()::text::bigint, clock_timestamp() from tried where won
    on conflict (one) do update set term = excluded.term, began_at = excluded.began_at
    returning term
  )
  select
    (select term::text from recorded) as term,
    case when not won then (
      select jsonb_build_object('pid', a.pid, 'sign', a.state_change::text)
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid::bigint = ${FEED_LOCK}
        and l.database = (select oid from pg_database where datname = current_database())
        and a.state = 'idle'
    ) end as leader,
    ${recentTakeovers('feed')} as takeovers
  from tried`

/** The term of the feed that leads or led last. */
export async function readLeadingTerm(db: Queryable): Promise<number | undefined> {
  const lead = await db.selectFrom('feed_lead').select('term').executeTakeFirst()
  return lead && Number(lead.term)
}
