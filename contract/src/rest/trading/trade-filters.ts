// What narrows and orders a list of trades, the same for the lists and their CSV.
import * as z from 'zod/mini'
import { dayInput, queryNumber } from '../shapes.ts'
import { Trade, TradeStatus } from './bots.ts'

const Day = dayInput('Enter a date like 2026-11-15')

export const TRADE_SORTS = ['time', 'symbol', 'quantity', 'price', 'pnl'] as const
export type TradeSort = (typeof TRADE_SORTS)[number]

/** A list is sorted and paged within its newest so many matches, so that no question becomes expensive. */
export const MOST_LISTED = 10_000

export const tradeFilters = {
  symbol: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  side: z.optional(z.enum(Trade.shape.order_type.options, 'Choose BUY or SELL')),
  purpose: z.optional(z.enum(Trade.shape.purpose.options, 'Choose entry, stop, target, exit or square_off')),
  status: z.optional(z.enum(TradeStatus.options, 'Choose executed, pending or cancelled')),
  /** India days of the decision, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** Part of a symbol or of a bot's name. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(60, 'Search for at most 60 characters'))),
}

export const tradeOrder = {
  page: z._default(queryNumber({ min: 1, max: MOST_LISTED }), 1),
  sort: z._default(z.enum(TRADE_SORTS, `Sort by ${TRADE_SORTS.join(', ')}`), 'time'),
  order: z._default(z.enum(['asc', 'desc'], 'Choose asc or desc'), 'desc'),
}

/** Trades that match, at most MOST_LISTED. */
export const TradeTotals = z.object({ total: z.int() })
