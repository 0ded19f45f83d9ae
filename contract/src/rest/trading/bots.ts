// A user's bots, their state and their orders.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { LIVE_NEEDS, liveStart } from './live-start.ts'
import { WillTrade } from './will-trade.ts'
import { ById, Id, NoContent, queryNumber, required, Rupees, Time } from '../shapes.ts'

export const BotStatus = z.enum(['stopped', 'running', 'paused', 'error'])
export type BotStatus = z.infer<typeof BotStatus>
/** Paper uses real prices and simulated money; live sends orders to the broker. */
export const TradingMode = z.enum(['paper', 'live'])
export type TradingMode = z.infer<typeof TradingMode>

export const Bot = z.object({
  id: Id,
  name: z.string(),
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  status: BotStatus,
  /** Why it is in error, or what stopped it. */
  status_reason: z.nullable(z.string()),
  mode: TradingMode,
  bot_type: z.string(),
  strategy: z.object({ id: Id, name: z.string(), version: z.int() }),
  symbols: z.array(z.string()),
  capital_amount: Rupees,
  max_orders_per_day: z.int(),
  is_copy: z.boolean(),
  /** True while running, paused or in error, when its positions are managed. */
  is_participating: z.boolean(),
  /** The subscription is no longer valid: no entries and no start; open positions are managed until closed. */
  is_plan_ended: z.boolean(),
  /** When its plan ended, or changed to another strategy. */
  ended_at: z.nullable(Time),
  open_positions: z.int(),
  total_trades: z.int(),
  total_pnl: Rupees,
  started_at: z.nullable(Time),
  created_at: Time,
  updated_at: Time,
})
export type Bot = z.infer<typeof Bot>

/** A trade is one order: executed, pending (open or unknown) or cancelled, with the detailed state beside it. */
export const TradeStatus = z.enum(['executed', 'pending', 'cancelled'])
export const OrderState = z.enum([
  'created',
  'sending',
  'acknowledged',
  'partially_filled',
  'resting',
  'modifying',
  'cancelling',
  'filled',
  'denied',
  'rejected',
  'cancelled',
  'expired',
  'unknown',
])
export const Trade = z.object({
  id: Id,
  bot_id: Id,
  bot_name: z.string(),
  symbol: z.string(),
  order_type: z.enum(['BUY', 'SELL']),
  quantity: z.int(),
  filled_quantity: z.int(),
  /** Average fill price; before the first fill, the price that the decision was based on. */
  price: Rupees,
  /** For exits only, net of the round trip's charges. */
  pnl: z.nullable(Rupees),
  charges: Rupees,
  status: TradeStatus,
  state: OrderState,
  /** Why it was denied, rejected or considered lost, in a sentence. */
  detail: z.string(),
  purpose: z.enum(['entry', 'stop', 'target', 'exit', 'square_off']),
  reason: z.string(),
  mode: TradingMode,
  timestamp: Time,
})
export type Trade = z.infer<typeof Trade>

export const OpenPosition = z.object({
  id: Id,
  bot_id: Id,
  symbol: z.string(),
  side: z.enum(['LONG', 'SHORT']),
  quantity: z.int(),
  average_price: Rupees,
  /** Null before the first price. */
  last_price: z.nullable(Rupees),
  unrealised_pnl: z.nullable(Rupees),
  stop_price: z.nullable(Rupees),
  target_price: z.nullable(Rupees),
  protection: z.object({
    state: z.enum(['at_exchange', 'being_placed', 'watched', 'refused', 'none', 'closing']),
    /** The trigger of the stop that rests at the exchange; null with the reason why there is none. */
    stop_at_exchange: z.nullable(Rupees),
    note: z.string(),
  }),
  is_closing: z.boolean(),
  /** Asked: taken from an order without the bot's tag, and its owner has not said whose it is. */
  ownership: z.enum(['bots', 'asked', 'leaving']),
  opened_at: Time,
})
export type OpenPosition = z.infer<typeof OpenPosition>

/** One requirement for trading, whether it is met, and where to fix it. */
export const Readiness = z.object({
  code: z.enum([
    'subscription',
    'configuration',
    'capital',
    'credentials',
    'parameters',
    'strategy',
    'switches',
    'calendar',
    'paper_prices',
    ...LIVE_NEEDS,
  ]),
  is_ready: z.boolean(),
  text: z.string(),
  /** Set when a met requirement will soon expire. */
  warning: z.nullable(z.string()),
  fix: z.nullable(z.object({ label: z.string(), path: z.string() })),
})
export type Readiness = z.infer<typeof Readiness>

export const listBots = call({
  method: 'GET',
  path: '/bots/',
  access: 'signed-in',
  summary: 'Own bots, newest first; an administrator sees all.',
  answer: z.object({ data: z.array(Bot) }),
})
export const createBot = call({
  method: 'POST',
  path: '/bots/',
  access: 'signed-in',
  summary: 'Creates the bot of the valid subscription; refused if it exists.',
  body: z.strictObject({ name: z.optional(required('Name is required', { max: 40 })) }),
  answer: Bot,
  status: 201,
})

/** Change of the month so far against the same days of last month, in percent; null if last month is unknown. */
const Change = z.nullable(z.number())
export const readBotStats = call({
  method: 'GET',
  path: '/bots/stats/',
  access: 'signed-in',
  summary: 'Counts and profit over all own bots; an administrator sees the whole system.',
  answer: z.object({
    total_bots: z.int(),
    active_bots: z.int(),
    total_trades: z.int(),
    total_pnl: Rupees,
    changes: z.object({ total_bots: Change, active_bots: Change, total_trades: Change, total_pnl: Change }),
  }),
})
export const readBot = call({
  method: 'GET',
  path: '/bots/{id}/',
  access: 'owner',
  summary: 'One bot.',
  params: ById,
  answer: Bot,
})
export const updateBot = call({
  method: 'PUT',
  path: '/bots/{id}/',
  access: 'owner',
  summary: 'Renames a bot.',
  params: ById,
  body: z.strictObject({ name: required('Name is required', { max: 40 }) }),
  answer: Bot,
})
export const deleteBot = call({
  method: 'DELETE',
  path: '/bots/{id}/',
  access: 'owner',
  summary: 'Archives a stopped bot. Its trades stay.',
  params: ById,
  answer: NoContent,
  status: 204,
})

export const BotAction = z.enum(['start', 'stop', 'pause', 'resume', 'restart'], 'Unknown action')
export type BotAction = z.infer<typeof BotAction>
export const LIVE_CONSENT = 'I trade with real money'

export const controlBot = call({
  method: 'POST',
  path: '/bots/{id}/control/',
  access: 'owner',
  summary:
    'Starts, stops, pauses, resumes or restarts a bot. Stopping blocks entries, never exits; close_positions closes them now.',
  params: ById,
  body: z.strictObject({ action: BotAction, close_positions: z._default(z.boolean(), false), ...liveStart }),
  answer: z.object({ message: z.string(), bot: Bot }),
})
export const stopOwnBots = call({
  method: 'POST',
  path: '/bots/stop-all/',
  access: 'signed-in',
  summary: 'Stops every own bot at once; close_positions also closes what they hold, of bots stopped earlier too.',
  body: z.strictObject({ close_positions: z._default(z.boolean(), false) }),
  isBodyOptional: true,
  answer: z.object({
    message: z.string(),
    /** Names of the bots that this call stopped. */
    stopped: z.array(z.string()),
    /** Positions that are open or under way at the time of the answer. */
    open_positions: z.int(),
    still_open: z.array(z.string()),
  }),
})
export const duplicateBot = call({
  method: 'POST',
  path: '/bots/{id}/duplicate/',
  access: 'owner',
  summary: 'A stopped, paper-only copy.',
  params: ById,
  body: z.strictObject({ name: z.optional(required('Name is required', { max: 40 })) }),
  isBodyOptional: true,
  answer: Bot,
  status: 201,
})
export const logInBot = call({
  method: 'POST',
  path: '/bots/{id}/login/',
  access: 'owner',
  summary: 'Opens a broker session with the stored credentials.',
  params: ById,
  answer: z.object({ success: z.boolean(), message: z.string() }),
})
export const verifyBotStrategy = call({
  method: 'POST',
  path: '/bots/{id}/verify-strategy/',
  access: 'owner',
  summary: 'Checks the bot’s strategy, configuration and readiness.',
  params: ById,
  answer: z.object({ is_valid: z.boolean(), message: z.string(), readiness: z.array(Readiness) }),
})
export const syncBotConfig = call({
  method: 'POST',
  path: '/bots/sync-config/',
  access: 'signed-in',
  summary: 'Applies the administrator’s configuration and the user’s capital to own bots.',
  answer: z.object({ message: z.string(), updated: z.int() }),
})

export const readParticipation = call({
  method: 'GET',
  path: '/bots/participation/status/',
  access: 'signed-in',
  summary: 'Whether the subscription’s bot trades, and if not, what is missing.',
  answer: z.object({
    is_user_participating: z.boolean(),
    /** The bot of the valid subscription; null if it has none. */
    bot: z.nullable(Bot),
    /** Bots of ended plans whose open positions are still managed until closed. */
    closing: z.array(Bot),
    mode: TradingMode,
    /** Whether the operator allows live trading. */
    is_live_offered: z.boolean(),
    is_ready: z.boolean(),
    readiness: z.array(Readiness),
    will_trade: WillTrade,
  }),
})
export const startParticipation = call({
  method: 'POST',
  path: '/bots/participation/start/',
  access: 'signed-in',
  summary: 'Starts the subscription’s bot.',
  body: z.strictObject(liveStart),
  isBodyOptional: true,
  answer: z.object({ message: z.string(), bot: Bot }),
})
export const stopParticipation = call({
  method: 'POST',
  path: '/bots/participation/stop/',
  access: 'signed-in',
  summary: 'Stops the subscription’s bot; close_positions also closes its positions now.',
  body: z.strictObject({ close_positions: z._default(z.boolean(), false) }),
  isBodyOptional: true,
  answer: z.object({ message: z.string(), bot: Bot }),
})
export const listBotPositions = call({
  method: 'GET',
  path: '/bots/{id}/positions/',
  access: 'owner',
  summary: 'The bot’s open positions.',
  params: ById,
  answer: z.array(OpenPosition),
})
export const listBotOrders = call({
  method: 'GET',
  path: '/bots/{id}/orders/',
  access: 'owner',
  summary: 'The bot’s orders of this session, newest first.',
  params: ById,
  query: z.strictObject({ limit: z._default(queryNumber({ min: 1, max: 1000 }), 200) }),
  answer: z.array(Trade),
})
export const readKillSwitches = call({
  method: 'GET',
  path: '/bots/switches/',
  access: 'signed-in',
  summary: 'What currently blocks entries of own bots.',
  answer: z.array(
    z.object({ scope: z.enum(['platform', 'strategy', 'user', 'bot']), reason: z.string(), until: z.nullable(Time) }),
  ),
})
