import type { exportTrades as spec } from '@trading-bot/contract/rest/trading/analytics'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { csvOf } from '../../platform/csv/csv-of.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { type TradeRow, tradeView } from '../bot-instances/index.ts'
import { isTrade } from '../orders/index.ts'
import { endOf, startOf } from './india-days.ts'

const MOST_ROWS = 100_000
const TITLES = [
  'id',
  'time_utc',
  'email',
  'bot',
  'bot_version',
  'mode',
  'symbol',
  'type',
  'purpose',
  'quantity',
  'filled_quantity',
  'price_inr',
  'charges_inr',
  'pnl_inr',
  'status',
  'state',
  'reason',
  'detail',
]

type Row = TradeRow & { email: string; version: number }

/** Other users' trades are personal data: the audit line names the administrator who exported them. */
export const exportTrades: UseCase<typeof spec> = async (context, { from, to }) => {
  const { db, actor } = context
  if (from && to && from > to) return refuseFields({ to: ['The last day is before the first'] })
  const conditions: RawBuilder<unknown>[] = [isTrade('o')]
  if (!actor.isAdmin) conditions.push(sql`o.user_id = ${actor.userId}`)
  if (from) conditions.push(sql`o.decided_at >= ${startOf(from)}`)
  if (to) conditions.push(sql`o.decided_at < ${endOf(to)}`)
  const { rows } = await sql<Row>`
    select o.*, b.name as bot_name, u.email from (
      select o.* from orders o where ${sql.join(conditions, sql` and `)} order by o.id limit ${MOST_ROWS + 1}
    ) o join user_bots b on b.id = o.user_bot_id join users u on u.id = o.user_id order by o.id`.execute(db)
  if (rows.length > MOST_ROWS) {
    return refuse('TOO_MANY_TRADES', { values: { limit: MOST_ROWS.toLocaleString('en-IN') } })
  }
  if (actor.isAdmin) {
    await recordAudit(db, context, {
      action: 'trades.exported',
      subject: { kind: 'trades', id: 'all' },
      after: { from: from ?? null, to: to ?? null, rows: rows.length },
    })
  }
  return new TextEncoder().encode(csvOf([TITLES, ...rows.map(cellsOf)]))
}

function cellsOf(row: Row): (string | number | null)[] {
  const trade = tradeView(row)
  return [
    trade.id,
    trade.timestamp,
    row.email,
    trade.bot_name,
    row.version,
    trade.mode,
    trade.symbol,
    trade.order_type,
    PURPOSE_LABELS[trade.purpose],
    trade.quantity,
    trade.filled_quantity,
    trade.price,
    trade.charges,
    trade.pnl,
    trade.status,
    trade.state,
    trade.reason,
    trade.detail,
  ]
}
