// The simple view of a bot's configuration, and its backtest.
import * as z from 'zod/mini'
import { FrameRows } from '../../bot-wire/frame-rows.ts'
import { PlotSeries } from '../../bot-wire/plot-series.ts'
import { AuthorParameters, AuthorValues } from './author-parameters.ts'
import { BarInterval } from './bar-interval.ts'
import { AdminBotStatus, BotForm, openLimits, SymbolChoice } from './bot-form.ts'
import { call } from '../call.ts'
import { fitsTogether, MOST_CODE, withFiles } from './code-files.ts'
import { DataChoice, DataUsed } from './market-data.ts'
import { BotType } from '../billing/plans.ts'
import { ById, dayInput, Id, Rupees, rupeesInput, Time } from '../shapes.ts'

const percent = (label: string) => {
  const message = `${label} must be between 0 and 100`
  return z.number(message).check(z.gte(0, message), z.lte(100, message))
}
const atLeastOne = (label: string, max: number) => {
  const message = `${label} must be at least 1`
  return z.int(message).check(z.gte(1, message), z.lte(max, `${label} must be at most ${max}`))
}
const amount = (label: string) => z.nullable(rupeesInput(`${label} must be a positive amount`, { min: 1 }))

export const SimpleConfig = z.strictObject({
  symbol: z.string().check(z.maxLength(40)),
  token: z.string().check(z.maxLength(20)),
  quantity: atLeastOne('Quantity', 100_000),
  ema_period: atLeastOne('EMA period', 200),
  stop_loss_percent: percent('Stop loss'),
  target_profit_percent: percent('Target profit'),
  max_trades_per_day: z._default(atLeastOne('Max trades per day', 1_000), 5),
  max_loss_per_day: z._default(amount('Max loss per day'), 1_000),
  max_profit_per_day: z._default(amount('Max profit per day'), 5_000),
  // Without a default: a client that does not send them leaves them as they are.
  interval: z.optional(BarInterval),
  max_loss_per_week: z.optional(openLimits.max_loss_per_week),
  max_drawdown: z.optional(openLimits.max_drawdown),
  max_open_value: z.optional(openLimits.max_open_value),
  trailing_stop_percent: z.optional(openLimits.trailing_stop_percent),
  author_parameters: z.optional(AuthorValues),
  is_active: z._default(z.boolean(), true),
  auto_trade: z._default(z.boolean(), false),
  backtest_mode: z._default(z.boolean(), true),
})
export type SimpleConfig = z.infer<typeof SimpleConfig>

export const SIMPLE_LIMITS = [
  'max_loss_per_day',
  'max_profit_per_day',
  'max_loss_per_week',
  'max_drawdown',
  'max_open_value',
  'trailing_stop_percent',
] as const
const typedLimit = (field: (typeof SIMPLE_LIMITS)[number]) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    SimpleConfig.shape[field],
  )
/** The form while it is edited: an empty limit means none. */
export const TypedSimpleConfig = z.extend(SimpleConfig, {
  max_loss_per_day: typedLimit('max_loss_per_day'),
  max_profit_per_day: typedLimit('max_profit_per_day'),
  max_loss_per_week: typedLimit('max_loss_per_week'),
  max_drawdown: typedLimit('max_drawdown'),
  max_open_value: typedLimit('max_open_value'),
  trailing_stop_percent: typedLimit('trailing_stop_percent'),
})

export const BotConfigView = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  version: z.string(),
  status: AdminBotStatus,
  bot_type: BotType,
  version_number: z.int(),
  ...SimpleConfig.shape,
  ...openLimits,
  interval: BarInterval,
  author_parameters: AuthorValues,
  /** The usual capital and the symbols that share it, which size a position. */
  long_capital_amount: Rupees,
  symbol_count: z.int(),
  /** What the newest version's code declares. */
  parameters: AuthorParameters,
})
export type BotConfigView = z.infer<typeof BotConfigView>

export const readBotConfig = call({
  method: 'GET',
  path: '/admin/bot-config/',
  access: 'admin',
  summary: 'The configuration of the bot that runs (the oldest deployed one).',
  answer: BotConfigView,
})
export const readOneBotConfig = call({
  method: 'GET',
  path: '/admin/bot-config/{id}/',
  access: 'admin',
  summary: 'The configuration of one bot.',
  params: ById,
  answer: BotConfigView,
})
export const updateBotConfig = call({
  method: 'POST',
  path: '/admin/bot-config/update/',
  access: 'admin',
  recentAuth: true,
  summary: 'A new version with this configuration; it is deployed where the bot runs and its publish checks hold.',
  body: z.strictObject({ bot_id: z.optional(Id), config: SimpleConfig }),
  answer: z.object({ message: z.string(), config: BotConfigView, is_deployed: z.boolean() }),
})

export const BacktestTrade = z.object({
  symbol: z.string(),
  side: z.enum(['LONG', 'SHORT']),
  quantity: z.int(),
  entry_time: Time,
  entry_price: Rupees,
  /** Empty in reports from before it was kept. */
  entry_reason: z._default(z.string(), ''),
  exit_time: Time,
  exit_price: Rupees,
  exit_reason: z.string(),
  charges: Rupees,
  pnl: Rupees,
})
export type BacktestTrade = z.infer<typeof BacktestTrade>
const Figure = z.nullable(z.number())
const Spread = z.object({ worst: Rupees, middle: Rupees, best: Rupees })
export const Robustness = z.object({
  verdict: z.enum(['robust', 'fragile', 'losing', 'too few trades']),
  sentence: z.string(),
  /** The same trades resampled: the worst 5 %, the median, the best 5 %. Null without trades. */
  resampled: z.nullable(z.object({ times: z.int(), net: Spread, drawdown: Spread })),
  costs: z.array(z.object({ slippage_times: z.int(), net: Rupees })),
  /** Each number of the strategy moved by itself. */
  neighbours: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      value: z.number(),
      cells: z.array(z.object({ moved_percent: z.int(), value: z.number(), net: Rupees, trades: z.int() })),
    }),
  ),
  left_out: z.nullable(z.string()),
  /** The best choice of earlier days, tried on the days after them; null if there are too few days. */
  walk_forward: z.nullable(
    z.object({
      folds: z.array(
        z.object({ from: Time, until: Time, choice: z.string(), trained_per_day: Rupees, validated_per_day: Rupees }),
      ),
      trained_per_day: Rupees,
      validated_per_day: Rupees,
    }),
  ),
})
export type Robustness = z.infer<typeof Robustness>
export const BacktestReport = z.object({
  bot_type: z.string(),
  rule: z.string(),
  ran_as: z.enum(['native', 'python']),
  /** The libraries it decided with; null where it uses none. */
  environment: z._default(z.nullable(z.string()), null),
  parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
  symbols: z.array(z.string()),
  from: Time,
  until: Time,
  bars: z.int(),
  took_ms: z.int(),
  market: z.string(),
  /** Null in reports from before history was stored. */
  data: z._default(z.nullable(DataUsed), null),
  capital: Rupees,
  net: Rupees,
  trades_total: z.int(),
  wins: z.int(),
  losses: z.int(),
  win_rate: Figure,
  profit_factor: Figure,
  average_trade: Figure,
  best: Figure,
  worst: Figure,
  max_drawdown: Rupees,
  max_drawdown_percent: Figure,
  sharpe: Figure,
  exposure: Figure,
  charges: Rupees,
  /** At most 400 points, the last of each interval. */
  equity: z.array(z.tuple([Time, Rupees])),
  /** Candles of the first symbol, aggregated to at most 600: time, open, high, low, close. */
  candles: z.array(z.tuple([Time, Rupees, Rupees, Rupees, Rupees])),
  /** What the script plots, with a value for each candle. */
  plots: z._default(z.array(PlotSeries), []),
  /** The newest 500. */
  trades: z.array(BacktestTrade),
  denials: z.array(z.object({ code: z.string(), text: z.string(), count: z.int() })),
  fill_model: z.array(z.string()),
  input_hash: z.string(),
  result_hash: z.string(),
  /** The same capital in the same symbols, bought at the first price and held, before charges. */
  benchmark: z._default(
    z.nullable(z.object({ net: Rupees, max_drawdown: Rupees, equity: z.array(z.tuple([Time, Rupees])) })),
    null,
  ),
  /** Only of runs that a user tried on history; an administrator asks for it separately. */
  robustness: z._default(z.nullable(Robustness), null),
})
export type BacktestReport = z.infer<typeof BacktestReport>

export const BacktestState = z.enum(['queued', 'running', 'finished', 'failed', 'cancelled'])
export const Backtest = z.object({
  job_id: Id,
  state: BacktestState,
  /** Percent. */
  progress: z.int(),
  output: z.string(),
  error: z.nullable(z.string()),
  report: z.nullable(BacktestReport),
  /** What the script was looking at when it failed. */
  rows: z.optional(z.nullable(FrameRows)),
  created_at: Time,
  /** Why the run is kept; empty for most. */
  note: z._default(z.string(), ''),
})
export type Backtest = z.infer<typeof Backtest>

/**
 * How many one-minute bars fit into one run. Kernel and bars share the server's thread, in short turns: fifty symbols
 * over a year of NSE are 4.7 million bars and about a second; a simulated bar has to be invented first.
 */
export const MOST_BACKTEST_BARS = { stored: 6_000_000, simulated: 500_000 } as const
export const MOST_BACKTEST_DAYS = 3_653

const DAYS = `At most ${MOST_BACKTEST_DAYS.toLocaleString('en-IN')} days, ten years`

/** What one run has instead of the version's own settings. */
const BacktestChoice = {
  /** Both or none; without them the last days. */
  from: z.optional(dayInput('Choose the first day')),
  until: z.optional(dayInput('Choose the last day')),
  symbols: z.optional(z.array(SymbolChoice).check(z.minLength(1, 'Choose a symbol'), z.maxLength(100))),
  interval: z.optional(BarInterval),
  capital: z.optional(rupeesInput('Enter the capital', { min: 1 })),
  short_capital: z.optional(rupeesInput('Enter the capital', { min: 1 })),
  /** How many times the expected slippage; 0 for none. */
  slippage_times: z._default(z.int('Choose the slippage').check(z.gte(0), z.lte(5)), 1),
  has_charges: z._default(z.boolean(), true),
}

export const runBacktest = call({
  method: 'POST',
  path: '/admin/bot-config/backtest/',
  access: 'admin',
  summary:
    'Backtests a bot, or the code and configuration of the form; answers within 8 s if finished, else continues as a job.',
  body: z
    .strictObject({
      bot_id: z.optional(Id),
      version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
      code: z.optional(z.string().check(z.minLength(1), z.maxLength(MOST_CODE))),
      /** Those of `code`; without it the version's own. */
      ...withFiles,
      config: z.optional(BotForm),
      days: z.optional(
        z.int('Days must be a whole number').check(z.gte(1, 'At least 1 day'), z.lte(MOST_BACKTEST_DAYS, DAYS)),
      ),
      ...BacktestChoice,
      ...DataChoice,
    })
    .check(fitsTogether()),
  answer: Backtest,
})
export const readBacktest = call({
  method: 'GET',
  path: '/admin/bot-config/backtest/{id}/',
  access: 'admin',
  summary: 'The progress of a backtest, and its report once it is finished.',
  params: ById,
  answer: Backtest,
})
export const cancelBacktest = call({
  method: 'POST',
  path: '/admin/bot-config/backtest/{id}/cancel/',
  access: 'admin',
  summary: 'Cancels a backtest.',
  params: ById,
  answer: Backtest,
})

export const measureRobustness = call({
  method: 'POST',
  path: '/admin/bot-config/backtest/{id}/robustness/',
  access: 'admin',
  summary:
    'How far a finished backtest may be believed: its trades resampled, higher slippage, parameter sensitivity, walk-forward, and one sentence.',
  params: ById,
  answer: Robustness,
})
