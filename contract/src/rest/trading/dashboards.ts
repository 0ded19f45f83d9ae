// Dashboards of the bot screens and of the administrator. Definitions as in analytics.ts.
import * as z from 'zod/mini'
import { FeedTrade } from './analytics.ts'
import { Bot, TradingMode } from './bots.ts'
import { call } from '../call.ts'
import { SystemLog } from '../operations/logs.ts'
import { Id, Rupees, Time } from '../shapes.ts'

const Day = z.iso.date()
const Percent = z.number()

export const readBotDashboard = call({
  method: 'GET',
  path: '/bots/dashboard/',
  access: 'signed-in',
  summary:
    'The bot screens’ summary: counts and results of all time and of today, the first bots and the newest trades.',
  answer: z.object({
    total_bots: z.int(),
    active_bots: z.int(),
    total_trades: z.int(),
    total_pnl: Rupees,
    success_rate: Percent,
    trades_today: z.int(),
    pnl_today: Rupees,
    bots: z.array(Bot),
    recent_trades: z.array(FeedTrade),
  }),
})

/** A bot's daily loss limit; `left` is null while a price that it needs is not known. */
const DailyLoss = z.object({
  bot_id: Id,
  bot_name: z.string(),
  limit: Rupees,
  left: z.nullable(Rupees),
  is_reached: z.boolean(),
})
export const Today = z.object({
  /** Live as soon as a bot trades live: then bots on paper are left out, so that no sum mixes the two. */
  mode: TradingMode,
  /** How many bots the figures cover: those that trade, hold something or have traded in this session. */
  bots: z.int(),
  /** Start of the session that daily limits count from; null if there is none today. */
  session_opened_at: z.nullable(Time),
  /** Realised and unrealised less charges: the figure that the daily loss limit looks at. Null without prices. */
  net_pnl: z.nullable(Rupees),
  /** Of what was sold or bought back, before charges. */
  realised: z.nullable(Rupees),
  /** Of what is held, at the last prices. */
  unrealised: z.nullable(Rupees),
  /** Of this session’s orders, and what closing the open positions would cost now. */
  charges: z.nullable(Rupees),
  capital: Rupees,
  percent_of_capital: z.nullable(Percent),
  daily_losses: z.array(DailyLoss),
  /** The result after each order; the last point is the net result now, with open positions. */
  curve: z.array(z.object({ at: Time, net: Rupees })),
})
export type Today = z.infer<typeof Today>

export const readToday = call({
  method: 'GET',
  path: '/bots/today/',
  access: 'signed-in',
  summary: 'What own bots made in the session that their daily limits count from.',
  answer: Today,
})

const Count = z.int()
export const AdminDashboard = z.object({
  users: z.object({
    total: Count,
    new_today: Count,
    /** Today and the six days before. */
    new_week: Count,
    active_today: Count,
    verified: Count,
    verification_rate: Percent,
  }),
  bots: z.object({
    total: Count,
    active: Count,
    paused: Count,
    error: Count,
    /** Exits with a profit and with a loss. */
    successful_trades: Count,
    failed_trades: Count,
    success_rate: Percent,
    total_pnl: Rupees,
  }),
  trading: z.object({
    total_trades: Count,
    trades_today: Count,
    trades_week: Count,
    total_pnl: Rupees,
    total_pnl_today: Rupees,
    /** Per exit. */
    avg_pnl_per_trade: Rupees,
  }),
  subscriptions: z.object({
    total: Count,
    active: Count,
    expired: Count,
    total_revenue: Rupees,
    bot_plans: z.object({ total: Count, active: Count }),
  }),
  system: z.object({
    /** Null while the cloud does not answer. */
    ec2_instances: z.nullable(Count),
    /** Dollars since midnight in India; null if unknown. */
    cost_today: z.nullable(z.number()),
    credentials: z.object({ total: Count, verified: Count, active: Count, verification_rate: Percent }),
  }),
  /** Thirty India days including today, oldest first. */
  trends: z.object({
    daily_trades: z.array(z.object({ date: Day, trades: Count })),
    daily_users: z.array(z.object({ date: Day, users: Count })),
    daily_pnl: z.array(z.object({ date: Day, pnl: Rupees })),
  }),
  recent_logs: z.array(SystemLog),
  recent_trades: z.array(FeedTrade),
})
export type AdminDashboard = z.infer<typeof AdminDashboard>

export const readAdminDashboard = call({
  method: 'GET',
  path: '/admin/dashboard/',
  access: 'admin',
  summary: 'The administrator’s overview of the platform.',
  answer: AdminDashboard,
})
