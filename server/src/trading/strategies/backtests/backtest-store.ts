import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { Backtests } from '../../../platform/db/tables.ts'
import { storedFiles } from '../definition/source.ts'

export type BacktestRow = Selectable<Backtests>

type NewBacktest = Pick<
  BacktestRow,
  | 'id'
  | 'bot_id'
  | 'version'
  | 'bot_type'
  | 'code'
  | 'runs_as'
  | 'days'
  | 'until_day'
  | 'slippage_times'
  | 'has_charges'
  | 'requested_by'
  | 'market'
  | 'allow_partial'
> &
  Pick<Source, 'files'>

export async function insertBacktest(tx: Tx, backtest: NewBacktest, config: object, now: Date): Promise<void> {
  await tx
    .insertInto('backtests')
    .values({ ...backtest, files: storedFiles(backtest.files), config: JSON.stringify(config), created_at: now })
    .execute()
}

export async function findBacktest(db: Queryable, id: string): Promise<BacktestRow | undefined> {
  return db.selectFrom('backtests').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countOpen(db: Queryable, userId: string): Promise<number> {
  const row = await db
    .selectFrom('backtests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('requested_by', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Undefined if it was cancelled, or another worker has finished it; else how often it has begun by now. */
export async function beginBacktest(db: Queryable, id: string, now: Date): Promise<number | undefined> {
  const begun = await db
    .updateTable('backtests')
    .set({ state: 'running', started_at: now, starts: sql<number>`starts + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('starts')
    .executeTakeFirst()
  return begun?.starts
}

/** Ends what can no longer be under way: its job is gone, or it has taken longer than any backtest may. */
export async function failOverdue(db: Queryable, begunBefore: Date, error: string, now: Date): Promise<void> {
  await db
    .updateTable('backtests')
    .set({ state: 'failed', error, finished_at: now })
    .where('state', 'in', ['queued', 'running'])
    .where(({ fn }) => fn.coalesce('started_at', 'created_at'), '<', begunBefore)
    .execute()
}

/** False if it is no longer running because it was cancelled. */
export async function saveProgress(db: Queryable, id: string, progress: number): Promise<boolean> {
  const result = await db
    .updateTable('backtests')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

type Ending = {
  readonly state: 'finished' | 'failed'
  readonly output: string
  readonly error: string | null
  /** What the script was looking at when it failed. */
  readonly rows?: FrameRows | null | undefined
}

export async function endBacktest(
  db: Queryable,
  id: string,
  { rows, ...ending }: Ending,
  report: object | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('backtests')
    .set({ ...ending, report: jsonOf(report), failed_rows: jsonOf(rows ?? null), progress: 100, finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Old reports are deleted, unless somebody wrote a note on them: a backtest can be run again from its version. */
export async function dropOldBacktests(db: Queryable, before: Date): Promise<void> {
  await db
    .deleteFrom('backtests')
    .where('created_at', '<', before)
    .where('state', 'not in', ['queued', 'running'])
    .where('note', '=', '')
    .execute()
}

export async function cancelRow(db: Queryable, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('backtests')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False if there is no such run of an administrator. */
export async function saveNote(db: Queryable, id: string, note: string): Promise<boolean> {
  const result = await db
    .updateTable('backtests')
    .set({ note })
    .where('id', '=', id)
    .where('user_bot_id', 'is', null)
    .where('bot_plan_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const MOST_LISTED = 50

/** Without the reports, which are long: only the figures that a list shows. */
export async function listRuns(db: Queryable, botId: string) {
  const figure = (name: string) => sql<number | null>`(backtests.report ->> ${name})::float8`
  const runs = db
    .selectFrom('backtests')
    .leftJoin('users', 'users.id', 'backtests.requested_by')
    .select(['backtests.id', 'backtests.state', 'backtests.created_at', 'backtests.version', 'backtests.note'])
    .select(['backtests.config', 'backtests.days', 'backtests.slippage_times', 'backtests.has_charges'])
    .select(['users.username', figure('net').as('net'), figure('trades_total').as('trades')])
    .select([
      figure('max_drawdown').as('max_drawdown'),
      sql<string | null>`backtests.report ->> 'from'`.as('from'),
      sql<string | null>`backtests.report ->> 'until'`.as('until'),
    ])
    .where('backtests.bot_id', '=', botId)
    .where('backtests.user_bot_id', 'is', null)
    .where('backtests.bot_plan_id', 'is', null)
    .orderBy('backtests.created_at', 'desc')
    .orderBy('backtests.id', 'desc')
  const newest = await runs.limit(MOST_LISTED).execute()
  if (newest.length < MOST_LISTED) return newest
  const noted = await runs
    .where('backtests.note', '<>', '')
    .where(
      'backtests.id',
      'not in',
      newest.map(({ id }) => id),
    )
    .limit(MOST_LISTED)
    .execute()
  return [...newest, ...noted]
}
