import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { DEFAULT_INTERVAL } from '@trading-bot/core/intervals/interval'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'

type NumberField =
  | 'quantity'
  | 'long_capital_amount'
  | 'short_capital_amount'
  | 'ema_period'
  | 'stop_loss_percent'
  | 'target_profit_percent'
  | 'max_trades_per_day'
  | 'historical_days'
/** Fields that may stay empty. */
const OPEN_FIELDS = [
  'buy_threshold',
  'sell_threshold',
  'max_loss_per_day',
  'max_profit_per_day',
  'max_loss_per_week',
  'max_drawdown',
  'max_open_value',
  'trailing_stop_percent',
] as const
type OpenField = (typeof OPEN_FIELDS)[number]

/** The form's values: a number may be empty while it is being typed. */
export type BotValues = Omit<BotForm, NumberField | OpenField> & Record<NumberField | OpenField, number | ''>

/** The form of a new bot. */
export const NEW_BOT: BotValues = {
  name: '',
  description: '',
  version: '1.0.0',
  status: 'active',
  bot_type: 'ema_strategy',
  symbol: 'SBIN-EQ',
  token: '3045',
  multiple_symbols: [],
  interval: DEFAULT_INTERVAL,
  quantity: 1,
  long_capital_amount: 50_000,
  short_capital_amount: 25_000,
  ema_period: 20,
  stop_loss_percent: 2,
  target_profit_percent: 5,
  buy_threshold: '',
  sell_threshold: '',
  max_trades_per_day: 5,
  max_loss_per_day: 1_000,
  max_profit_per_day: 2_000,
  max_loss_per_week: '',
  max_drawdown: '',
  max_open_value: '',
  trailing_stop_percent: '',
  is_active: true,
  auto_trade: false,
  backtest_mode: true,
  historical_days: 30,
  author_parameters: {},
  rule_in_words: '',
  known_risks: '',
}

export function valuesOf(bot: BotCode | null): BotValues {
  if (!bot) return NEW_BOT
  const open = OPEN_FIELDS.map((field) => [field, bot.config[field] ?? ''])
  return { ...bot.config, ...Object.fromEntries(open) } as BotValues
}

/** An empty optional number becomes null; with several symbols, symbol and token stay empty. */
export function formOf(values: BotValues): BotForm {
  const open = OPEN_FIELDS.map((field) => [field, values[field] === '' ? null : values[field]])
  const isList = values.multiple_symbols.length > 0
  return {
    ...(values as unknown as BotForm),
    ...(isList && { symbol: '', token: '' }),
    ...Object.fromEntries(open),
  }
}

/** Symbols belong to a bot type, so changing the type clears them. */
export function withType(values: BotValues, botType: BotType): BotValues {
  return { ...values, bot_type: botType, symbol: '', token: '', multiple_symbols: [] }
}

export function takesMany(botType: string): boolean {
  return isTwoSided(botType)
}
