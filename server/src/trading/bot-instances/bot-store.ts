import { sql, type Selectable } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { COPIES_LOCK } from '../../platform/db/locks.ts'
import { runPrepared } from '../../platform/db/prepared.ts'
import type { UserBots } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { BotSettings } from './settings/bot-settings.ts'
import { isCurrentSql } from './is-current.ts'

export type BotInstanceRow = Selectable<UserBots>
export type BotInstanceDetails = BotInstanceRow & {
  readonly email: string
  readonly username: string
  readonly strategy_name: string
  /** Its plan has ended or changed to another strategy: it opens nothing, whatever its status. */
  readonly is_plan_ended: boolean
  readonly plan_ended_at: Date | null
  readonly open_positions: number
  readonly total_trades: number
  readonly total_pnl_paise: bigint
}

// Named one by one for prepared statements; a column that is missing here does not compile.
const COLUMNS: Readonly<Record<keyof BotInstanceRow, true>> = {
  archived_at: true,
  close_requests: true,
  created_at: true,
  ended_at: true,
  excluded_symbols: true,
  fills_mailed_at: true,
  id: true,
  is_copy: true,
  mode: true,
  name: true,
  own_max_loss_per_day_paise: true,
  own_max_open_positions: true,
  own_max_profit_per_day_paise: true,
  settings: true,
  shard_id: true,
  started_at: true,
  status: true,
  status_reason: true,
  stopped_at: true,
  strategy_id: true,
  subscription_id: true,
  updated_at: true,
  user_id: true,
  version: true,
}
const ALL_COLUMNS = sql.raw(
  Object.keys(COLUMNS)
    .map((name) => `b.${name}`)
    .join(', '),
)

type Which = { readonly userId?: string; readonly id?: string; readonly limit?: number }

/** Bots with the columns their screens show, those of valid plans first, then the newest; archived ones are left out. */
export async function listBotInstances(db: Queryable, now: Date, which: Which): Promise<BotInstanceDetails[]> {
  const statement = sql<Omit<BotInstanceDetails, 'total_pnl_paise'> & { total_pnl_paise: string }>`
    select ${ALL_COLUMNS}, u.email, u.username, strategy.name as strategy_name,
      not ${isCurrentSql(now)} as is_plan_ended,
      case when not ${isCurrentSql(now)} then coalesce(
        b.ended_at, least(case when s.status = 'cancelled' then s.cancelled_at end, s.end_at), b.stopped_at
      ) end as plan_ended_at,
      (select count(*) from positions p where p.user_bot_id = b.id and p.closed_at is null)::int as open_positions,
      t.total_trades, t.total_pnl_paise
    from user_bots b
    join users u on u.id = b.user_id
    join bots strategy on strategy.id = b.strategy_id
    join subscriptions s on s.id = b.subscription_id
    cross join lateral (
      select coalesce(sum(d.trades), 0)::int as total_trades, coalesce(sum(d.pnl_paise), 0) as total_pnl_paise
      from trade_days d where d.user_bot_id = b.id
    ) t
    where b.archived_at is null
      ${which.userId === undefined ? sql`` : sql`and b.user_id = ${which.userId}`}
      ${which.id === undefined ? sql`` : sql`and b.id = ${which.id}`}
    order by is_plan_ended, b.is_copy, b.created_at desc
    limit ${which.limit ?? 1000}`
  const rows = await runPrepared(db, statement)
  return rows.map((row) => ({ ...row, total_pnl_paise: BigInt(row.total_pnl_paise) }))
}

export async function findBotInstance(db: Queryable, now: Date, id: string): Promise<BotInstanceDetails | undefined> {
  const [line] = await listBotInstances(db, now, { id })
  return line
}

/** The subscription's own bot, not its copies. */
export async function findOwnInstance(db: Queryable, subscriptionId: string): Promise<BotInstanceRow | undefined> {
  return db
    .selectFrom('user_bots')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('is_copy', '=', false)
    .where('archived_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** A bot of this user; archived ones are left out. */
export async function findOwnBot(db: Queryable, id: string, userId: string): Promise<BotInstanceRow | undefined> {
  return db
    .selectFrom('user_bots')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

type NewBot = Pick<
  BotInstanceRow,
  'user_id' | 'subscription_id' | 'strategy_id' | 'version' | 'name' | 'mode' | 'is_copy'
> &
  Partial<
    Pick<
      BotInstanceRow,
      'own_max_loss_per_day_paise' | 'own_max_profit_per_day_paise' | 'own_max_open_positions' | 'excluded_symbols'
    >
  >

/** Counts a plan's copies; further ones wait until the transaction ends, so that those asked for at once all count. */
export async function countCopies(tx: Tx, subscriptionId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subscriptionId}, ${COPIES_LOCK}))`.execute(tx)
  const { count } = await tx
    .selectFrom('user_bots')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('subscription_id', '=', subscriptionId)
    .where('is_copy', '=', true)
    .where('archived_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined when the subscription already has its bot. */
export async function insertBot(
  db: Queryable,
  bot: NewBot,
  settings: BotSettings,
  now: Date,
): Promise<BotInstanceRow | undefined> {
  return db
    .insertInto('user_bots')
    .values({ id: newId(now), ...bot, settings: JSON.stringify(settings), created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Change = Partial<
  Pick<
    BotInstanceRow,
    'name' | 'status' | 'status_reason' | 'mode' | 'started_at' | 'stopped_at' | 'archived_at' | 'version'
  >
> & { readonly settings?: BotSettings; readonly closesPositions?: boolean }

/**
 * Changes the bot if it is still in one of these states, and notifies the engine; undefined if another change came
 * first.
 */
export async function changeBot(
  db: Queryable,
  id: string,
  from: readonly string[],
  { settings, closesPositions, ...change }: Change,
  now: Date,
): Promise<BotInstanceRow | undefined> {
  const row = await db
    .updateTable('user_bots')
    .set({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(closesPositions && { close_requests: sql<number>`close_requests + 1` }),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (row) await notifyEngine(db, id)
  return row
}

/** Delivered when the transaction commits. */
export async function notifyEngine(db: Queryable, id: string | null): Promise<void> {
  await sql`select pg_notify('user_bots', ${id ?? ''})`.execute(db)
}
