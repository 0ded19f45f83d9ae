// Analytics, trade feeds, trade details and statements for the accountant.
// Days are India days; money is net of charges; a trade is one executed order, and profit is on exits.
import * as z from 'zod/mini'
import { Trade, TradeStatus, TradingMode } from './bots.ts'
import { call } from '../call.ts'
import { ById, Bytes, Id, queryNumber, Rupees, Time } from '../shapes.ts'
import { tradeFilters, tradeOrder, TradeTotals } from './trade-filters.ts'

export const PERIODS = ['7d', '30d', '90d', '1y'] as const
export type Period = (typeof PERIODS)[number]
const MOST_DAYS = 3_660
const PERIOD_MESSAGE = `Choose 7d, 30d, 90d, 1y or a number of days from 1 to ${MOST_DAYS}`
/** Today and the days before it. */
const Days = z.string(PERIOD_MESSAGE).check(
  z.regex(/^(7d|30d|90d|1y|[1-9]\d{0,3})$/, PERIOD_MESSAGE),
  z.refine((text) => Number.parseInt(text, 10) <= MOST_DAYS, PERIOD_MESSAGE),
)

const Day = z.iso.date()
const Percent = z.number()

/** A trade in a feed; only administrators see its user. */
export const FeedTrade = z.extend(Trade, {
  created_at: Time,
  bot: z.object({ name: z.string() }),
  user: z.nullable(z.object({ email: z.string() })),
})
export type FeedTrade = z.infer<typeof FeedTrade>

/** `before` is the id of the last row of the previous page, for reading on while new trades arrive. */
const feed = {
  limit: z._default(queryNumber({ min: 1, max: 1000 }), 200),
  before: z.optional(Id),
  ...tradeFilters,
  ...tradeOrder,
}

const RecentTrade = z.object({
  id: Id,
  symbol: z.string(),
  orderType: z.enum(['BUY', 'SELL']),
  quantity: z.int(),
  price: Rupees,
  pnl: z.nullable(Rupees),
  status: TradeStatus,
  mode: TradingMode,
  timestamp: Time,
})

export const Analytics = z.object({
  /** Days with trades, oldest first; `cumulative` starts with the period. */
  pnlData: z.array(z.object({ date: Day, pnl: Rupees, cumulative: Rupees })),
  volumeData: z.array(z.object({ date: Day, trades: z.int() })),
  /** Days with an exit. */
  successRateData: z.array(z.object({ date: Day, successRate: Percent })),
  tradeDistribution: z.object({ profitable: z.int(), losing: z.int(), breakeven: z.int() }),
  performanceMetrics: z.object({
    totalTrades: z.int(),
    totalPnl: Rupees,
    /** Per exit. */
    avgTradePnl: Rupees,
    /** The largest fall of the cumulative daily result below an earlier peak (or below its start). */
    maxDrawdown: Rupees,
    /** Annualised mean over deviation of the daily results; 0 with fewer than two days or without deviation. */
    sharpeRatio: z.number(),
    winRate: Percent,
  }),
  recentTrades: z.array(RecentTrade),
  /** Over all time, whatever the period. */
  overview: z.object({
    totalTrades: z.int(),
    totalPnL: Rupees,
    successRate: Percent,
    avgTradeValue: Rupees,
    bestTrade: Rupees,
    worstTrade: Rupees,
  }),
})
export type Analytics = z.infer<typeof Analytics>

export const readAnalytics = call({
  method: 'GET',
  path: '/bots/analytics/',
  access: 'signed-in',
  summary: 'Results by day over a period, with an overview of all time; an administrator sees the whole system.',
  query: z.strictObject({ days: z._default(Days, '30') }),
  answer: Analytics,
})

export const BotPerformance = z.object({
  /** Parallel lists with one entry per day on which the bot traded. */
  dates: z.array(Day),
  pnl: z.array(Rupees),
  trades: z.array(z.int()),
  /** Null on a day without an exit. */
  successRate: z.array(z.nullable(Percent)),
  /** Turnover in rupees, because shares of different companies cannot be added up. */
  volume: z.array(Rupees),
  overview: z.object({
    total_pnl: Rupees,
    total_trades: z.int(),
    success_rate: Percent,
    /** Between consecutive entries of the same India day; null if no day had two. */
    avg_interval_minutes: z.nullable(z.number()),
  }),
  /** Exits by the India hour of their fill. */
  hourly_breakdown: z.array(z.object({ hour: z.int(), trades: z.int(), wins: z.int(), pnl: Rupees })),
  /** The newest gaps between entries of one day, oldest first. */
  trade_intervals: z.array(z.object({ timestamp: Time, minutes: z.number() })),
  recent_trades: z.array(Trade),
})
export type BotPerformance = z.infer<typeof BotPerformance>

export const readBotPerformance = call({
  method: 'GET',
  path: '/bots/{id}/performance/',
  access: 'owner',
  summary: 'One bot’s results by day, hour and interval, over all time or over the requested days.',
  params: ById,
  query: z.strictObject({ days: z.optional(Days) }),
  answer: BotPerformance,
})

export const listRecentTrades = call({
  method: 'GET',
  path: '/bots/recent-trades/',
  access: 'signed-in',
  summary: 'The newest trades; an administrator sees those of all users.',
  query: z.strictObject({ limit: z._default(queryNumber({ min: 1, max: 100 }), 10) }),
  answer: z.array(FeedTrade),
})
export const listOwnTrades = call({
  method: 'GET',
  path: '/bots/trades/realtime/',
  access: 'signed-in',
  summary: 'Own trades, newest first unless sorted otherwise, with the number that match.',
  query: z.strictObject(feed),
  answer: z.array(FeedTrade),
  totals: TradeTotals,
})
export const listAllTrades = call({
  method: 'GET',
  path: '/bots/trades/all/',
  access: 'admin',
  summary: 'Trades of all users, newest first unless sorted otherwise, with the number that match.',
  query: z.strictObject(feed),
  answer: z.array(FeedTrade),
  totals: TradeTotals,
})

export const CHARGE_LINES = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  exchange: 'Exchange charges',
  sebi: 'SEBI fee',
  stamp_duty: 'Stamp duty',
  gst: 'GST',
  dp: 'Depository charge',
} as const
const Charges = z.object({
  brokerage: Rupees,
  stt: Rupees,
  exchange: Rupees,
  sebi: Rupees,
  stamp_duty: Rupees,
  gst: Rupees,
  dp: Rupees,
  total: Rupees,
})

const TradeOrder = z.object({
  trade: Trade,
  /** True for the requested order among the orders of its position. */
  is_asked_for: z.boolean(),
  /** Inputs of the signal. */
  inputs: z.record(z.string(), z.unknown()),
  broker_order_id: z.nullable(z.string()),
  decided_at: Time,
  sent_at: z.nullable(Time),
  executed_at: z.nullable(Time),
  ended_at: z.nullable(Time),
  fills: z.array(z.object({ trade_id: z.string(), quantity: z.int(), price: Rupees, at: Time })),
  /** Null until the order has ended with fills. */
  charges: z.nullable(Charges),
})
export const TradeDetail = z.object({
  trade: FeedTrade,
  bot: z.object({ id: Id, name: z.string(), strategy: z.string(), version: z.int(), is_put_away: z.boolean() }),
  position: z.object({
    side: z.enum(['LONG', 'SHORT']),
    /** Of the entry's fills; null before the first. */
    average_price: z.nullable(Rupees),
    stop_price: z.nullable(Rupees),
    target_price: z.nullable(Rupees),
    opened_at: z.nullable(Time),
    closed_at: z.nullable(Time),
    charges: Rupees,
    /** Null while the position is open. */
    pnl: z.nullable(Rupees),
  }),
  orders: z.array(TradeOrder),
})
export type TradeDetail = z.infer<typeof TradeDetail>

export const readTrade = call({
  method: 'GET',
  path: '/bots/trades/{id}/',
  access: 'owner',
  summary:
    'One trade with its round trip: orders, fills, charges line by line, the signal’s inputs and the bot’s version.',
  params: ById,
  answer: TradeDetail,
})

export const exportTrades = call({
  method: 'GET',
  path: '/bots/trades/export/',
  access: 'signed-in',
  summary: 'Trades as CSV, oldest first, by India day of the decision; an administrator exports those of all users.',
  query: z.strictObject(tradeFilters),
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})

const YEAR_MESSAGE = 'Enter a financial year like 2026-27'
const taxYear = {
  year: z.string(YEAR_MESSAGE).check(
    z.regex(/^20\d{2}-\d{2}$/, YEAR_MESSAGE),
    z.refine((text) => (Number(text.slice(2, 4)) + 1) % 100 === Number(text.slice(5)), YEAR_MESSAGE),
  ),
  /** Paper results are not income, and the statement states this. */
  mode: z._default(z.enum(TradingMode.options, 'Choose live or paper'), 'live'),
}
export const exportTaxCsv = call({
  method: 'GET',
  path: '/bots/tax-statement/csv/',
  access: 'signed-in',
  summary: 'Own intraday results of a financial year (speculative income) as CSV, one line per round trip.',
  query: z.strictObject(taxYear),
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})
export const exportTaxPdf = call({
  method: 'GET',
  path: '/bots/tax-statement/pdf/',
  access: 'signed-in',
  summary: 'The same as a PDF for the accountant, with totals by month and by type of charge.',
  query: z.strictObject(taxYear),
  answer: Bytes,
  produces: 'application/pdf',
})

export const readTradingStatus = call({
  method: 'GET',
  path: '/bots/trading-status/',
  access: 'signed-in',
  summary: 'Whether the market is open, the database answers and an engine manages the accounts.',
  answer: z.object({
    market: z.object({
      is_open: z.boolean(),
      is_simulated: z.boolean(),
      /** Why the market is closed, or the name of today's special session. */
      note: z.string(),
      closes_at: z.nullable(Time),
    }),
    database: z.literal('healthy'),
    scheduler: z.enum(['active', 'stopped']),
    as_of: Time,
  }),
})
export type TradingStatus = z.infer<typeof readTradingStatus.answer>
