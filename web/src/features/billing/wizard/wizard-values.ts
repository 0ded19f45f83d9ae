import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import type { AdminBotSettings, BotType } from '@trading-bot/contract/rest/billing/plans'
import type { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { modeFlags } from '../configuration/mode-values.ts'
import { chosenParameters, type StrategyParameterValues } from '../configuration/strategy-parameters.tsx'
import { ownParameters, type NumberInputValue } from '../configuration/own-parameters.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

export type WizardValues = {
  bot_type: BotType
  symbol: string
  /** Traded beside the symbol. */
  more_symbols: string[]
  token: string
  quantity: NumberInputValue
  price: NumberInputValue
  ema_period: NumberInputValue
  stop_loss_percentage: NumberInputValue
  target_profit_percentage: NumberInputValue
  buy_threshold: NumberInputValue
  sell_threshold: NumberInputValue
  max_orders_per_day: NumberInputValue
  max_loss_per_day: NumberInputValue
  enable_stop_loss: boolean
  enable_target_profit: boolean
  enable_daily_limits: boolean
  email_notifications: boolean
  sms_notifications: boolean
  telegram_notifications: boolean
  mode: TradingMode
  strategy_parameters: StrategyParameterValues
}

const DEFAULTS: WizardValues = {
  bot_type: 'ema_strategy',
  symbol: '',
  more_symbols: [],
  token: '',
  quantity: 1,
  price: '',
  ema_period: 44,
  stop_loss_percentage: 5,
  target_profit_percentage: 10,
  buy_threshold: '',
  sell_threshold: '',
  max_orders_per_day: 5,
  max_loss_per_day: '',
  enable_stop_loss: true,
  enable_target_profit: true,
  enable_daily_limits: true,
  email_notifications: true,
  sms_notifications: false,
  telegram_notifications: false,
  mode: 'paper',
  strategy_parameters: {},
}

/** A bot plan starts with the administrator's values, a regular plan with the defaults. */
export function initialWizard(settings: AdminBotSettings | null): WizardValues {
  if (settings === null) return DEFAULTS
  const { bot_type, token, quantity, ema_period, max_orders_per_day } = settings
  const { stop_loss_percentage, target_profit_percentage } = settings
  const symbol = settings.allowed_symbols.join(', ') || settings.symbol
  const shown = { bot_type, symbol, token, quantity, ema_period, max_orders_per_day }
  return { ...DEFAULTS, ...shown, stop_loss_percentage, target_profit_percentage }
}

/** Another type has other parameters: what disappears from the next step keeps its default. */
export function withBotType(bot_type: BotType): Partial<WizardValues> {
  const { ema_period, buy_threshold, sell_threshold, strategy_parameters } = DEFAULTS
  return { bot_type, ema_period, buy_threshold, sell_threshold, strategy_parameters }
}

const OPTIONAL = ['price', 'buy_threshold', 'sell_threshold', 'max_loss_per_day'] as const

export function wizardRequest(plan: SelectedPlan, values: WizardValues): CallRequest<typeof createSubscription> {
  const { enable_stop_loss, enable_target_profit, enable_daily_limits } = values
  const { email_notifications, sms_notifications, telegram_notifications } = values
  const limits = OPTIONAL.flatMap((name) => (Number(values[name]) > 0 ? [[name, Number(values[name])]] : []))
  return {
    ...choiceOf(plan),
    billing_cycle: cycleOf(plan),
    // The other settings of a bot plan belong to the administrator and are not sent.
    ...(plan.bot_type ? {} : ownChoices(values)),
    ...Object.fromEntries(limits),
    enable_stop_loss,
    enable_target_profit,
    enable_daily_limits,
    email_notifications,
    sms_notifications,
    telegram_notifications,
    ...(values.mode === 'live' ? modeFlags('live') : { backtest_mode: true }),
  }
}

function ownChoices(values: WizardValues) {
  const more = values.more_symbols.filter((symbol) => symbol !== values.symbol)
  const strategy_parameters = chosenParameters(values.bot_type, values.strategy_parameters)
  return {
    bot_type: values.bot_type,
    ...ownParameters(values),
    ...(more.length > 0 && { allowed_symbols: [values.symbol, ...more] }),
    ...(Object.keys(strategy_parameters).length > 0 && { strategy_parameters }),
  }
}

const STEP_FIELDS: readonly (readonly string[])[] = [
  ['bot_type', 'symbol', 'allowed_symbols', 'token', 'quantity', 'price'],
  ['ema_period', 'stop_loss_percentage', 'target_profit_percentage', 'buy_threshold', 'sell_threshold'],
  ['max_orders_per_day', 'max_loss_per_day'],
]

/** The first step with a field that the server refused; null if the refusal names none. */
export function stepOfErrors(errors: Readonly<Record<string, unknown>>): number | null {
  const found = STEP_FIELDS.findIndex(
    (fields, at) => fields.some((field) => Object.hasOwn(errors, field)) || (at === 1 && isOfStrategy(errors)),
  )
  return found < 0 ? null : found + 1
}

function isOfStrategy(errors: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(errors).some((field) => field.startsWith('strategy_parameters.'))
}
