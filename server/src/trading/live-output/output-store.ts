import type { OutputKind } from '@trading-bot/contract/rest/trading/strategy-output'
import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { StrategyOutput } from '../../platform/db/tables.ts'

export type OutputRow = Selectable<StrategyOutput>
export type NewOutput = Omit<OutputRow, 'id'>

/** In one statement with its notices, where the database carries them: many lines of many bots cost one round trip. */
export async function insertOutput(db: Queryable, rows: readonly NewOutput[], isNotified: boolean): Promise<void> {
  const column = <K extends keyof NewOutput>(key: K) => rows.map((row) => row[key])
  await sql`
    with added as (
      insert into strategy_output (bot_id, version, runner_key, kind, text, line, bar_at, at)
      select * from unnest(${column('bot_id')}::uuid[], ${column('version')}::int[], ${column('runner_key')}::text[],
        ${column('kind')}::text[], ${column('text')}::text[], ${column('line')}::int[],
        ${column('bar_at')}::timestamptz[], ${column('at')}::timestamptz[])
      returning bot_id
    )
    select pg_notify('strategy_output', bot_id::text) from (select distinct bot_id from added where ${isNotified}) told`.execute(
    db,
  )
}

type Wanted = {
  readonly botId: string
  readonly runnerKey?: string | undefined
  readonly kind?: OutputKind | undefined
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** Oldest first: the lines right after an id, else the newest before one. */
export async function listOutputRows(db: Queryable, wanted: Wanted): Promise<OutputRow[]> {
  const { botId, runnerKey, kind, before, after, limit } = wanted
  const rows = await db
    .selectFrom('strategy_output')
    .selectAll()
    .where('bot_id', '=', botId)
    .$if(runnerKey !== undefined, (query) => query.where('runner_key', '=', runnerKey ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', String(before)))
    .$if(after !== undefined, (query) => query.where('id', '>', String(after)))
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return after === undefined ? rows.reverse() : rows
}

export async function deleteOutputBefore(db: Queryable, before: Date): Promise<bigint> {
  await db.deleteFrom('strategy_marks').where('at', '<', before).execute()
  return (await db.deleteFrom('strategy_output').where('at', '<', before).executeTakeFirst()).numDeletedRows
}
