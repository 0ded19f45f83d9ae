import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { batchReads } from '../../../platform/db/batch-reads.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import { askedIds, runPrepared } from '../../../platform/db/prepared.ts'
import { type PositionPrices, positionPrices } from '../../../platform/prices/price-rules.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Context, Deps } from '../../../platform/http/context.ts'
import { maySee } from '../may-see.ts'
import { type ProtectionRow, protectionView } from './protection-view.ts'
import { averagePaise, unrealisedPaise } from './unrealised.ts'

type BotColumns = { readonly bot_id: string; readonly owner_id: string; readonly is_archived: boolean }
type EmptyRow = BotColumns & { readonly held: null }
type PositionRow = BotColumns &
  ProtectionRow & {
    id: string
    token: string
    symbol: string
    target_paise: number | null
    opened_at: Date
    /** Null without a fill. */
    held: number | null
    entry_quantity: number
    entry_value: string
    is_asked_to_close: boolean
    adopted_at: Date | null
    answer: string | null
    own_paise: number | null
    own_at_ms: number | null
  }

/** What all bots of a user hold now. */
export async function listOpenPositions(
  db: Queryable,
  deps: Pick<Deps, 'config' | 'clock' | 'prices' | 'paperPrices'>,
  { userId }: { readonly userId: string },
): Promise<OpenPosition[]> {
  return viewsOf(await readPositions(db, [userId], 'user_id'), positionPrices(deps, false))
}

/** What a bot holds now; undefined for a bot that does not exist, is archived or may not be seen. */
export async function findBotPositions(context: Context<'owner'>, botId: string): Promise<OpenPosition[] | undefined> {
  const { db, actor } = context
  const [first, ...others] = (await listOfBot(db, botId.toLowerCase(), undefined)) ?? []
  return first && maySee(actor, first.owner_id)
    ? viewsOf([first, ...others], positionPrices(context, actor.isAdmin))
    : undefined
}

const listOfBot = batchReads<string, (PositionRow | EmptyRow)[]>(async (db, botIds) => {
  const rows = await readPositions(db, botIds, 'id')
  return groupBy(
    rows.filter(({ is_archived }) => !is_archived),
    ({ bot_id }) => bot_id,
  )
})

/** One row for each position, its sums over the fills; one without a position for a bot that holds nothing. */
async function readPositions(
  db: Queryable,
  ids: readonly string[],
  of: 'id' | 'user_id',
): Promise<(PositionRow | EmptyRow)[]> {
  const statement = sql<PositionRow | EmptyRow>`
    select b.id as bot_id, b.user_id as owner_id, b.archived_at is not null as is_archived, p.id, p.token, p.symbol, p.stop_paise, p.target_paise, p.exit_reason,
      p.opened_at, p.adopted_at, a.answer, stop.state as protect_state, stop.trigger_paise as protect_trigger_paise,
      stop.detail as protect_detail, filled.mode, filled.held, filled.entry_quantity, filled.entry_value,
      own.price_paise as own_paise, (extract(epoch from own.at) * 1000)::float8 as own_at_ms,
      exists (select from position_close_requests r where r.position_id = p.id) as is_asked_to_close
    from ${askedIds(ids)} join user_bots b on ${sql.ref(`b.${of}`)} = asked.id
    left join positions p on p.user_bot_id = b.id and p.closed_at is null and p.opened_at is not null
    left join position_answers a on a.position_id = p.id
    left join own_prices own on own.user_id = b.user_id and own.token = p.token
    left join lateral (
      select min(o.mode) as mode, sum(f.quantity * case o.side when 'BUY' then 1 else -1 end)::int as held,
        (sum(f.quantity) filter (where o.purpose = 'ENTRY'))::int as entry_quantity,
        sum(f.quantity::bigint * f.price_paise) filter (where o.purpose = 'ENTRY') as entry_value
      from orders o join fills f on f.order_id = o.id where o.position_id = p.id
    ) filled on true
    left join lateral (
      select o.state, o.trigger_paise, o.detail from orders o
      where o.position_id = p.id and o.purpose = 'PROTECT' order by o.created_at desc, o.id desc limit 1
    ) stop on true
    order by p.opened_at desc`
  return runPrepared(db, statement)
}

function viewsOf(rows: readonly (PositionRow | EmptyRow)[], lastOf: PositionPrices): OpenPosition[] {
  return rows.flatMap((row) => (row.held ? [positionView(row, row.held, lastOf(row))] : []))
}

function positionView(row: PositionRow, held: number, lastPaise: number | null): OpenPosition {
  const holding = { held, entryQuantity: row.entry_quantity, entryValue: row.entry_value }
  return {
    id: row.id,
    bot_id: row.bot_id,
    symbol: row.symbol,
    side: held > 0 ? 'LONG' : 'SHORT',
    quantity: Math.abs(held),
    average_price: Math.round(averagePaise(holding)) / 100,
    last_price: lastPaise === null ? null : lastPaise / 100,
    unrealised_pnl: lastPaise === null ? null : unrealisedPaise(holding, lastPaise) / 100,
    stop_price: row.stop_paise === null ? null : row.stop_paise / 100,
    target_price: row.target_paise === null ? null : row.target_paise / 100,
    protection: protectionView(row),
    is_closing: row.exit_reason !== null || row.is_asked_to_close,
    ownership: ownershipOf(row),
    opened_at: row.opened_at.toISOString(),
  }
}

function ownershipOf({ adopted_at, answer }: PositionRow): OpenPosition['ownership'] {
  if (answer === 'owners') return 'leaving'
  return adopted_at !== null && answer === null ? 'asked' : 'bots'
}
