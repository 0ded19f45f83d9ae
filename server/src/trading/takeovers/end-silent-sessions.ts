import { CALM_MS, REMEMBERED_MS } from '@trading-bot/engine/live/book/leases/takeover-patience'
import type pg from 'pg'

export type TakeoverRole = 'engine' | 'feed'

/** A session whose last sign of life this was. */
export type SilentSession = { readonly pid: number; readonly sign: string; readonly engine?: number }

/** As SQL: how many sessions of the role were ended for silence lately, or none after a calm minute. */
export const recentTakeovers = (role: TakeoverRole) => `(
  select case when max(at) > clock_timestamp() - interval '${CALM_MS} milliseconds' then count(*) else 0 end::integer
  from takeovers where role = '${role}' and at > clock_timestamp() - interval '${REMEMBERED_MS} milliseconds')`

/** How often a process with this name was ended as an engine lately. */
export async function countLostLeases(client: pg.PoolClient, name: string): Promise<number> {
  const { rows } = await client.query<{ times: number }>(LOST_LEASES, [name])
  return rows[0]!.times
}

/** Ends those that have given no sign of life since, and records each once. */
export async function endSilentSessions(
  client: pg.PoolClient,
  role: TakeoverRole,
  sessions: readonly SilentSession[],
): Promise<void> {
  const pids = sessions.map(({ pid }) => pid)
  const signs = sessions.map(({ sign }) => sign)
  const engines = sessions.map(({ engine }) => engine ?? null)
  await client.query(END, [role, pids, signs, engines])
}

const LOST_LEASES = `
  select count(*)::integer as times from takeovers t join engines e on e.number = t.engine
  where e.name = $1 and t.at > clock_timestamp() - interval '${REMEMBERED_MS} milliseconds'`

const END = `
  with recorded as (
    insert into takeovers (role, session_pid, silent_since, engine)
    select $1, a.pid, a.state_change, silent.engine
    from unnest($2::integer[], $3::timestamptz[], $4::integer[]) as silent (pid, sign, engine)
    join pg_stat_activity a on a.pid = silent.pid and a.state = 'idle' and a.state_change = silent.sign
    on conflict do nothing
    returning session_pid
  )
  select pg_terminate_backend(session_pid) from recorded`
