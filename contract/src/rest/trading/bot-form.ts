// The administrator's form of a bot: what it trades, with how much, within which limits.
import * as z from 'zod/mini'
import { DEFAULT_INTERVAL } from '@trading-bot/core/intervals/interval'
import { AuthorValues } from './author-parameters.ts'
import { BarInterval } from './bar-interval.ts'
import { BotType } from '../billing/plans.ts'
import { required, rupeesInput } from '../shapes.ts'

export const AdminBotStatus = z.enum(['active', 'inactive', 'testing'], 'Please choose a status')
export type AdminBotStatus = z.infer<typeof AdminBotStatus>

const between = (label: string, min: number, max: number) => {
  const message = `${label} must be between ${min} and ${max}`
  return z.number(message).check(z.gte(min, message), z.lte(max, message))
}
const whole = (label: string, min: number, max: number) => {
  const message = `${label} must be a whole number from ${min} to ${max}`
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
}

const openAmount = (label: string) => z.nullable(rupeesInput(`${label} must be a positive amount`, { min: 1 }))

/** Limits beside those of the day; null is none. */
export const openLimits = {
  max_loss_per_week: openAmount('Max loss per week'),
  max_drawdown: openAmount('Max drawdown'),
  max_open_value: openAmount('Max open value'),
  trailing_stop_percent: z.nullable(between('Trailing stop', 0.1, 50)),
}

const prose = () => z._default(z.string().check(z.trim(), z.maxLength(4_000, 'At most 4,000 characters')), '')

export const SymbolChoice = z.strictObject({
  symbol: z.string().check(z.minLength(1), z.maxLength(40)),
  token: z.string().check(z.minLength(1), z.maxLength(20)),
  name: z.string().check(z.maxLength(200)),
})

/** The admin form. One symbol is saved as symbol and token; several as the list, with both empty. */
export const BotForm = z.strictObject({
  name: required('Bot name is required', { max: 60 }),
  description: z._default(z.string().check(z.maxLength(500, 'At most 500 characters')), ''),
  version: z._default(required('Version is required', { max: 20 }), '1.0.0'),
  status: z._default(AdminBotStatus, 'active'),
  bot_type: BotType,
  symbol: z._default(z.string().check(z.maxLength(40)), ''),
  token: z._default(z.string().check(z.maxLength(20)), ''),
  multiple_symbols: z._default(z.array(SymbolChoice).check(z.maxLength(50, 'At most 50 symbols')), []),
  /** Bars that the bot decides on. */
  interval: z._default(BarInterval, DEFAULT_INTERVAL),
  quantity: z._default(whole('Quantity', 1, 100_000), 1),
  long_capital_amount: z._default(rupeesInput('Long capital must be a positive amount', { min: 1 }), 50_000),
  short_capital_amount: z._default(rupeesInput('Short capital must be a positive amount', { min: 1 }), 25_000),
  ema_period: z._default(whole('EMA period', 1, 200), 20),
  stop_loss_percent: z._default(between('Stop loss', 0, 100), 2),
  target_profit_percent: z._default(between('Target profit', 0, 100), 5),
  buy_threshold: z._default(z.nullable(between('Buy threshold', 0, 100)), null),
  sell_threshold: z._default(z.nullable(between('Sell threshold', 0, 100)), null),
  max_trades_per_day: z._default(whole('Max trades per day', 1, 1_000), 5),
  max_loss_per_day: z._default(
    z.nullable(rupeesInput('Max loss per day must be a positive amount', { min: 1 })),
    1_000,
  ),
  max_profit_per_day: z._default(
    z.nullable(rupeesInput('Max profit per day must be a positive amount', { min: 1 })),
    2_000,
  ),
  max_loss_per_week: z._default(openLimits.max_loss_per_week, null),
  max_drawdown: z._default(openLimits.max_drawdown, null),
  max_open_value: z._default(openLimits.max_open_value, null),
  trailing_stop_percent: z._default(openLimits.trailing_stop_percent, null),
  is_active: z._default(z.boolean(), true),
  auto_trade: z._default(z.boolean(), false),
  backtest_mode: z._default(z.boolean(), true),
  historical_days: z._default(whole('Historical days', 1, 365), 30),
  /** Values of the parameters that the code declares; what is not given has its default. */
  author_parameters: z._default(AuthorValues, {}),
  /** For the sheet that buyers read: what a program does, and how it may lose. */
  rule_in_words: prose(),
  known_risks: prose(),
})
export type BotForm = z.infer<typeof BotForm>

type OpenFigure =
  | 'buy_threshold'
  | 'sell_threshold'
  | 'max_loss_per_day'
  | 'max_profit_per_day'
  | 'max_loss_per_week'
  | 'max_drawdown'
  | 'max_open_value'
  | 'trailing_stop_percent'
const openFigure = (field: OpenFigure) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    BotForm.shape[field],
  )
/** The form while it is edited: an empty optional number means none. */
export const TypedBotForm = z.extend(BotForm, {
  buy_threshold: openFigure('buy_threshold'),
  sell_threshold: openFigure('sell_threshold'),
  max_loss_per_day: openFigure('max_loss_per_day'),
  max_profit_per_day: openFigure('max_profit_per_day'),
  max_loss_per_week: openFigure('max_loss_per_week'),
  max_drawdown: openFigure('max_drawdown'),
  max_open_value: openFigure('max_open_value'),
  trailing_stop_percent: openFigure('trailing_stop_percent'),
})
