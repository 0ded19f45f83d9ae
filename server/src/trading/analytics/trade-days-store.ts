// Daily sums. Triggers update the tables in the transaction that writes the orders (migration 0030).
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** Whose trades: one bot's, one user's, or everybody's. */
export type Scope = { readonly botId: string } | { readonly userId: string } | 'platform'

export type TradeSums = {
  readonly trades: number
  readonly valuePaise: number
  readonly exits: number
  readonly wins: number
  readonly losses: number
  readonly pnlPaise: number
  readonly bestPaise: number | null
  readonly worstPaise: number | null
}
export type TradeDay = TradeSums & { readonly day: string }

type Row = {
  day: string
  trades: string
  value_paise: string
  exits: string
  wins: string
  losses: string
  pnl_paise: string
  best_paise: string | null
  worst_paise: string | null
}

/** Days with trades, oldest first. */
export async function listTradeDays(db: Queryable, scope: Scope, from = FIRST_DAY): Promise<TradeDay[]> {
  const { rows } = await sql<Row>`
    select day::text as day, ${SUMS} from ${daysOf(scope)} and day >= ${from}::date group by day order by day`.execute(
    db,
  )
  return rows.map((row) => ({ day: row.day, ...sumsOf(row) }))
}

export async function sumTradeDays(db: Queryable, scope: Scope, from = FIRST_DAY): Promise<TradeSums> {
  const { rows } = await sql<Row>`select ${SUMS} from ${daysOf(scope)} and day >= ${from}::date`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate query returned no row')
  return sumsOf(row)
}

const FIRST_DAY = '1970-01-01'

function daysOf(scope: Scope): RawBuilder<unknown> {
  if (scope === 'platform') return sql`platform_days where true`
  return 'botId' in scope
    ? sql`trade_days where user_bot_id = ${scope.botId}`
    : sql`trade_days where user_id = ${scope.userId}`
}

const SUMS = sql`
  coalesce(sum(trades), 0) as trades, coalesce(sum(value_paise), 0) as value_paise, coalesce(sum(exits), 0) as exits,
  coalesce(sum(wins), 0) as wins, coalesce(sum(losses), 0) as losses, coalesce(sum(pnl_paise), 0) as pnl_paise,
  max(best_paise) as best_paise, min(worst_paise) as worst_paise`

function sumsOf(row: Row): TradeSums {
  return {
    trades: Number(row.trades),
    valuePaise: Number(row.value_paise),
    exits: Number(row.exits),
    wins: Number(row.wins),
    losses: Number(row.losses),
    pnlPaise: Number(row.pnl_paise),
    bestPaise: row.best_paise === null ? null : Number(row.best_paise),
    worstPaise: row.worst_paise === null ? null : Number(row.worst_paise),
  }
}
