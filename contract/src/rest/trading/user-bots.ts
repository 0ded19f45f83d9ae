// The operator's list of every user's bot.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, paging, Rupees, Time } from '../shapes.ts'
import { BotStatus, TradingMode } from './bots.ts'

export const UserBot = z.object({
  id: Id,
  name: z.string(),
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  strategy: z.object({ id: Id, name: z.string(), version: z.int() }),
  mode: TradingMode,
  status: BotStatus,
  /** Why it is in error, or what stopped it. */
  status_reason: z.nullable(z.string()),
  /** Why a running bot opens no position now, and until when; null for one that does, or that is not running. */
  hindrance: z.nullable(z.string()),
  is_copy: z.boolean(),
  is_plan_ended: z.boolean(),
  open_positions: z.int(),
  /** Of the session that daily limits count from, net of charges, at the last prices; null while one is unknown. */
  net_pnl_today: z.nullable(Rupees),
  started_at: z.nullable(Time),
  updated_at: Time,
})
export type UserBot = z.infer<typeof UserBot>

export const listUserBots = call({
  method: 'GET',
  path: '/admin/user-bots/',
  access: 'admin',
  summary:
    'Bots of all users, those in error first; x-totals counts each status among those that match the other filters, without bots of ended plans.',
  query: z.strictObject({
    ...paging,
    status: z.optional(BotStatus),
    mode: z.optional(TradingMode),
    /** The administrator's bot that they run. */
    strategy_id: z.optional(Id),
    /** Any part of the bot's name or of its owner's e-mail or username. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  answer: z.array(UserBot),
  totals: z.object({
    /** With the status filter: what the pages run through. */
    matching: z.int(),
    running: z.int(),
    paused: z.int(),
    error: z.int(),
    stopped: z.int(),
  }),
})
