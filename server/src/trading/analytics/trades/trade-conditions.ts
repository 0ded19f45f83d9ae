import type { exportTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { CallInput } from '@trading-bot/contract/rest/call'
import type { Trade } from '@trading-bot/contract/rest/trading/bots'
import { refuseFields } from '@trading-bot/contract/rest/refusals'
import { type RawBuilder, sql } from 'kysely'
import { isTrade } from '../../orders/index.ts'
import { endOf, startOf } from '../india-days.ts'

export type TradeFilters = CallInput<typeof exportTrades>
/** Whose trades: one user's or everybody's. */
export type Owner = { readonly userId: string } | 'platform'

/** The engine's purposes behind each word of the API (bot-instances/trade-view.ts). */
const PURPOSES = {
  entry: ['ENTRY'],
  stop: ['STOP', 'PROTECT'],
  target: ['TARGET'],
  exit: ['EXIT', 'OUTSIDE'],
  square_off: ['SQUARE_OFF'],
} as const satisfies Record<Trade['purpose'], readonly string[]>
const ENDED_UNFILLED = ['DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED']

export function refuseReversedDays({ from, to }: TradeFilters) {
  return from && to && from > to ? refuseFields({ to: ['The last day is before the first'] }) : undefined
}

/** Conditions on `orders o` joined with `user_bots b`. */
export function tradeConditions(owner: Owner, filters: TradeFilters): RawBuilder<unknown> {
  const { symbol, side, purpose, status, from, to, search } = filters
  const conditions: RawBuilder<unknown>[] = [isTrade('o')]
  if (owner !== 'platform') conditions.push(sql`o.user_id = ${owner.userId}`)
  if (symbol) conditions.push(sql`o.symbol = ${symbol}`)
  if (side) conditions.push(sql`o.side = ${side}`)
  if (purpose) conditions.push(sql`o.purpose = any (${[...PURPOSES[purpose]]}::text[])`)
  if (status === 'executed') conditions.push(sql`o.state = 'FILLED'`)
  if (status === 'cancelled') conditions.push(sql`o.state = any (${ENDED_UNFILLED}::text[])`)
  if (status === 'pending') conditions.push(sql`o.state <> all (${['FILLED', ...ENDED_UNFILLED]}::text[])`)
  if (from) conditions.push(sql`o.decided_at >= ${startOf(from)}`)
  if (to) conditions.push(sql`o.decided_at < ${endOf(to)}`)
  if (search) {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(o.symbol ilike ${like} or b.name ilike ${like})`)
  }
  return sql.join(conditions, sql` and `)
}
