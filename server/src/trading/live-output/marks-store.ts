import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { StrategyMarks } from '../../platform/db/tables.ts'

type Row = Selectable<StrategyMarks>
export type NewMarks = Omit<Row, 'id' | 'marks'> & { readonly marks: string }

/** Some days of one-minute bars. */
const MOST_ROWS = 2_000

/** In one statement, whatever the number of bots. */
export async function insertMarks(db: Queryable, rows: readonly NewMarks[]): Promise<void> {
  const column = <K extends keyof NewMarks>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into strategy_marks (bot_id, version, runner_key, symbol, marks, at)
    select * from unnest(${column('bot_id')}::uuid[], ${column('version')}::int[], ${column('runner_key')}::text[],
      ${column('symbol')}::text[], ${column('marks')}::jsonb[], ${column('at')}::timestamptz[])`.execute(db)
}

/** Of the runner that was heard last, oldest first. */
export async function listMarkRows(db: Queryable, botId: string, symbol: string): Promise<Row[]> {
  const ofSymbol = db.selectFrom('strategy_marks').where('bot_id', '=', botId).where('symbol', '=', symbol)
  const newest = await ofSymbol.select('runner_key').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (newest === undefined) return []
  const ofRunner = ofSymbol.selectAll().where('runner_key', '=', newest.runner_key)
  return (await ofRunner.orderBy('id', 'desc').limit(MOST_ROWS).execute()).reverse()
}
