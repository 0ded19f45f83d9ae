import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import type { WriteBatch } from '@trading-bot/engine/live/book/live-store'
import type pg from 'pg'
import type { Queryable } from '../../../platform/db/client.ts'

/** Engines that run the same strategy write the same row: the newest minute counts. */
export async function writeStates(client: pg.PoolClient, states: WriteBatch['strategyStates']): Promise<void> {
  if (states.length === 0) return
  const newest = new Map(states.map((each) => [each.runnerKey, each]))
  // Always in one order, so that engines that write the same rows do not wait for each other.
  const rows = [...newest.values()].toSorted((left, right) => (left.runnerKey < right.runnerKey ? -1 : 1))
  const text = `
    insert into strategy_states (runner_key, at, state, account)
    select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[])
    on conflict (runner_key) do update set at = excluded.at, state = excluded.state, account = excluded.account
    where strategy_states.at <= excluded.at`
  await client.query(text, [
    rows.map(({ runnerKey }) => runnerKey),
    rows.map(({ kept }) => new Date(kept.at_ms).toISOString()),
    rows.map(({ kept }) => kept.state),
    rows.map(({ kept }) => kept.account),
  ])
}

export async function readState(pool: pg.Pool, runnerKey: string): Promise<KeptState | null> {
  const { rows } = await pool.query<{ at: Date; state: string | null; account: string | null }>(
    'select at, state, account from strategy_states where runner_key = $1',
    [runnerKey],
  )
  return rows[0] ? { at_ms: rows[0].at.getTime(), state: rows[0].state, account: rows[0].account } : null
}

export async function deleteStatesBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('strategy_states').where('at', '<', before).executeTakeFirst()).numDeletedRows
}
