import type { exportTrades as spec } from '@trading-bot/contract/rest/trading/analytics'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { INDIA_OFFSET_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { nameAt } from '../../../platform/db/former-names.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { csvOf } from '@trading-bot/core/csv-of'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { type TradeRow, tradeView } from '../../bot-instances/index.ts'
import { refuseReversedDays, tradeConditions } from './trade-conditions.ts'

const MOST_ROWS = 100_000
const TITLES = [
  'id',
  'time_india',
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
export const exportTrades: UseCase<typeof spec> = async (context, filters) => {
  const { db, actor } = context
  const reversed = refuseReversedDays(filters)
  if (reversed) return reversed
  const conditions = tradeConditions(actor.isAdmin ? 'platform' : { userId: actor.userId }, filters)
  const { rows } = await sql<Row>`
    select o.*, u.email from (
      select o.*, ${nameAt('b', 'o.decided_at')} as bot_name from orders o join user_bots b on b.id = o.user_bot_id
      where ${conditions} order by o.id limit ${MOST_ROWS + 1}
    ) o join users u on u.id = o.user_id order by o.id`.execute(db)
  if (rows.length > MOST_ROWS) {
    return refuse('TOO_MANY_TRADES', { values: { limit: MOST_ROWS.toLocaleString('en-IN') } })
  }
  if (actor.isAdmin) {
    await recordAudit(db, context, {
      action: 'trades.exported',
      subject: { kind: 'trades', id: 'all' },
      after: { from: filters.from ?? null, to: filters.to ?? null, rows: rows.length },
    })
  }
  return new TextEncoder().encode(csvOf([TITLES, ...rows.map(cellsOf)]))
}

function cellsOf(row: Row): (string | number | null)[] {
  const trade = tradeView(row)
  return [
    trade.id,
    indiaTime(trade.timestamp),
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

/** `2026-11-16 11:22:07`, which spreadsheets read as a time. */
function indiaTime(iso: string): string {
  return new Date(Date.parse(iso) + INDIA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
