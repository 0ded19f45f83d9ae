import { BotStatus, TradingMode } from '@trading-bot/contract/rest/trading/bots'
import type { listUserBots as spec, UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { isCurrentSql } from '../is-current.ts'
import { readDayNets } from '../limits/bot-figures.ts'
import { findHindrances } from '../readiness/find-hindrances.ts'
import { inWords } from '../readiness/will-trade.ts'

type Filter = {
  readonly status?: BotStatus | undefined
  readonly mode?: TradingMode | undefined
  readonly strategy_id?: string | undefined
  readonly search?: string | undefined
  readonly user_id?: string | undefined
}
type Slice = { readonly limit: number; readonly offset: number }

export const listUserBots: UseCase<typeof spec> = async (context, { page, page_size, ...filter }) => {
  const slice = { limit: page_size, offset: (page - 1) * page_size }
  const [list, counts] = await Promise.all([readPage(context, filter, slice), countByStatus(context, filter)])
  const { ended, ...totals } = counts
  const all = totals.running + totals.paused + totals.error + totals.stopped + ended
  return { list, totals: { ...totals, matching: filter.status === undefined ? all : totals[filter.status] } }
}

const MOST_OF_ONE_USER = 50

/** What one user runs, as the operator's list shows it. */
export async function listBotsOfUser(context: Context<'admin'>, userId: string): Promise<UserBot[]> {
  return readPage(context, { user_id: userId }, { limit: MOST_OF_ONE_USER, offset: 0 })
}

async function readPage(context: Context<'admin'>, filter: Filter, slice: Slice): Promise<UserBot[]> {
  const rows = await selectPage(context.db, filter, slice, context.clock.now())
  const nets = await readDayNets(context, rows)
  const running = rows.filter(({ shown_status }) => shown_status === 'running').map(({ id }) => id)
  const hindrancesOf = await findHindrances(context, running)
  const hindranceOf = (id: string) => {
    const hindrances = hindrancesOf.get(id) ?? []
    return hindrances.length === 0 ? null : inWords(hindrances, context.clock.now())
  }
  return rows.map((row) => rowView(row, nets.get(row.id) ?? null, hindranceOf(row.id)))
}

type Row = {
  id: string
  name: string
  user_id: string
  email: string
  username: string
  strategy_id: string
  strategy_name: string
  version: number
  mode: string
  settings: unknown
  shown_status: string
  status_reason: string | null
  is_copy: boolean
  is_plan_ended: boolean
  open_positions: number
  started_at: Date | null
  updated_at: Date
}

/** The page is cut before positions are counted and settings are read, so that both are looked up for its rows alone. */
async function selectPage(db: Queryable, filter: Filter, slice: Slice, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select matching.*, (select b.settings from user_bots b where b.id = matching.id) as settings,
      (select count(*) from positions p where p.user_bot_id = matching.id and p.closed_at is null)::int as open_positions
    from (
      ${instances(now)}
      where ${conditionsOf(filter)} and ${filter.status === undefined ? sql`true` : sql`${isCurrentSql(now)} and b.status = ${filter.status}`}
      order by ${shownStatus(now)} = 'error' desc, b.created_at desc, b.id desc
      limit ${slice.limit} offset ${slice.offset}
    ) matching
    order by shown_status = 'error' desc, created_at desc, id desc`.execute(db)
  return rows
}

type Counts = Record<BotStatus | 'ended', number>

/** An instance whose plan has ended is in none of the states. */
async function countByStatus({ db, clock }: Context<'admin'>, filter: Filter): Promise<Counts> {
  const now = clock.now()
  const { rows } = await sql<{ status: string; count: number }>`
    select case when is_plan_ended then 'ended' else shown_status end as status, count(*)::int as count
    from (${instances(now)} where ${conditionsOf(filter)}) matching group by 1`.execute(db)
  const of = (status: keyof Counts) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    running: of('running'),
    paused: of('paused'),
    error: of('error'),
    stopped: of('stopped'),
    ended: of('ended'),
  }
}

function instances(now: Date): RawBuilder<unknown> {
  return sql`
    select b.id, b.name, b.user_id, u.email, u.username, b.strategy_id, strategy.name as strategy_name, b.version, b.mode,
      ${shownStatus(now)} as shown_status, b.status_reason, b.is_copy, not ${isCurrentSql(now)} as is_plan_ended,
      b.started_at, b.created_at, b.updated_at
    from user_bots b
    join users u on u.id = b.user_id
    join bots strategy on strategy.id = b.strategy_id
    join subscriptions s on s.id = b.subscription_id`
}

/** As on every other screen, an instance whose plan has ended counts as stopped. */
function shownStatus(now: Date): RawBuilder<string> {
  return sql<string>`case when ${isCurrentSql(now)} then b.status else 'stopped' end`
}

function conditionsOf({ mode, strategy_id, search, user_id }: Filter): RawBuilder<unknown> {
  const conditions = [sql`b.archived_at is null`]
  if (mode) conditions.push(sql`b.mode = ${mode}`)
  if (strategy_id) conditions.push(sql`b.strategy_id = ${strategy_id}`)
  if (user_id) conditions.push(sql`b.user_id = ${user_id}`)
  if (search) {
    const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(lower(u.email) like ${like} or lower(u.username) like ${like} or lower(b.name) like ${like})`)
  }
  return sql.join(conditions, sql` and `)
}

function rowView(row: Row, netPaise: number | null, hindrance: string | null): UserBot {
  return {
    id: row.id,
    name: row.name,
    user: { id: row.user_id, email: row.email, username: row.username },
    strategy: { id: row.strategy_id, name: row.strategy_name, version: row.version },
    mode: TradingMode.parse(row.mode),
    status: BotStatus.parse(row.shown_status),
    status_reason: row.status_reason,
    hindrance,
    is_copy: row.is_copy,
    is_plan_ended: row.is_plan_ended,
    open_positions: row.open_positions,
    net_pnl_today: netPaise === null ? null : netPaise / 100,
    started_at: row.started_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}
