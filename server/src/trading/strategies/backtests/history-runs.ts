// Users' runs on history, of their own bot or of a plan's. They are backtests: the same job, kernel and report.
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { HISTORY_RUNS_LOCK } from '../../../platform/db/locks.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findStrategyRow, findVersion } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { sourceOf, storedFiles } from '../definition/source.ts'
import { rangeOf, type TrialDays, type TrialMarket } from '../trials/trial-market.ts'
import type { BacktestRow } from './backtest-store.ts'
import type { OwnRules } from './trial-of-row.ts'

export type HistoryRunRow = BacktestRow

const MOST_LISTED = 20

/** A user's own bot, or the bot of a plan that the user thinks of buying. */
export type RunOrigin = { readonly user_bot_id: string } | { readonly bot_plan_id: string; readonly userId: string }

type Wanted = {
  readonly userId: string
  readonly origin: RunOrigin
  readonly strategyId: string
  readonly version: number
  readonly symbols: readonly { readonly symbol: string; readonly token: string }[]
  readonly interval: ReturnType<typeof formOf>['interval']
  readonly rules: OwnRules
  readonly days: TrialDays
  readonly market: TrialMarket
}

type Kind = 'user_bot_id' | 'bot_plan_id'

/** Counts the user's runs since then; others wait until the transaction ends, so that those asked for at once all count. */
export async function countHistoryRuns(tx: Tx, kind: Kind, userId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, ${HISTORY_RUNS_LOCK}))`.execute(tx)
  return readHistoryRunCount(tx, kind, userId, since)
}

/** A failed run is not the user's fault and is not counted. */
export async function readHistoryRunCount(db: Queryable, kind: Kind, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('backtests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('requested_by', '=', userId)
    .where(kind, 'is not', null)
    .where('created_at', '>=', since)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined if the version that the bot runs cannot be found. */
export async function queueHistoryRun(tx: Tx, wanted: Wanted, now: Date): Promise<string | undefined> {
  const { userId, origin, strategyId, rules, days, market } = wanted
  const strategy = await findStrategyRow(tx, strategyId)
  const version = await findVersion(tx, strategyId, wanted.version)
  if (!strategy || !version) return undefined
  const symbols = wanted.symbols.map(({ symbol, token }) => ({ symbol, token, name: symbol }))
  const form = { ...formOf(strategy, version.config), multiple_symbols: symbols, interval: wanted.interval }
  const { code, files } = await sourceOf(strategy, version)
  const id = newId(now)
  const { fromDay, untilDay } = rangeOf(now, days)
  await tx
    .insertInto('backtests')
    .values({
      id,
      bot_id: strategyId,
      version: version.number,
      bot_type: strategy.bot_type,
      code,
      files: storedFiles(files),
      runs_as: version.runs_as,
      days: untilDay - fromDay + 1,
      ...(typeof days !== 'number' && { until_day: untilDay }),
      requested_by: userId,
      market,
      // Days that are not stored are left out and named in the result.
      allow_partial: true,
      ...('user_bot_id' in origin ? { user_bot_id: origin.user_bot_id } : { bot_plan_id: origin.bot_plan_id }),
      rules: JSON.stringify(rules),
      config: JSON.stringify(form),
      created_at: now,
    })
    .execute()
  await addJob(tx, 'run_backtest', { backtestId: id }, `backtest-${id}`)
  return id
}

export async function listHistoryRunRows(db: Queryable, origin: RunOrigin): Promise<HistoryRunRow[]> {
  return runsOf(db, origin).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_LISTED).execute()
}

export async function findHistoryRun(db: Queryable, origin: RunOrigin, id: string): Promise<HistoryRunRow | undefined> {
  return runsOf(db, origin).where('id', '=', id).executeTakeFirst()
}

/** Everybody may try a plan's bot, so its runs are found by the user as well. */
function runsOf(db: Queryable, origin: RunOrigin) {
  const rows = db.selectFrom('backtests').selectAll()
  return 'user_bot_id' in origin
    ? rows.where('user_bot_id', '=', origin.user_bot_id)
    : rows.where('bot_plan_id', '=', origin.bot_plan_id).where('requested_by', '=', origin.userId)
}
