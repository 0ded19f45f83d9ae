// The configuration's form values: the administrator's settings are read-only, the capital is editable.
import { type AdminBotSettings, isTwoSided, symbolsAllowed } from '@trading-bot/contract/rest/billing/plans'
import type { BotConfiguration, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { initialLimits, limitsRequest, type LimitValues } from './limit-values.ts'
import { initialMode, modeRequest, type ModeValues } from './mode-values.ts'

/** The plan's defaults, used when the administrator's settings cannot be loaded. */
const PLAN_DEFAULTS = { ema_period: 44, stop_loss_percentage: 5, target_profit_percentage: 10, max_orders_per_day: 5 }

export type ConfigurationValues = {
  symbol: string
  ema_period: number
  stop_loss_percentage: number
  target_profit_percentage: number
  max_orders_per_day: number
  /** Empty text while nothing is typed. */
  capital_amount: number | string
  long_capital_amount: number | string
  short_capital_amount: number | string
} & LimitValues &
  ModeValues

type Sources = {
  plan: SelectedPlan
  configuration: BotConfiguration | null
  /** Null when they could not be loaded; the plan of a regular subscription has none. */
  settings: AdminBotSettings | null
}

export function initialConfiguration({ plan, configuration, settings }: Sources): ConfigurationValues {
  const source = plan.bot_type ? (settings ?? PLAN_DEFAULTS) : (configuration ?? PLAN_DEFAULTS)
  const all = settings?.allowed_symbols ?? plan.bot?.symbols ?? configuration?.allowed_symbols ?? []
  const symbols = symbolsAllowed(all, plan.allowed_symbols ?? [])
  return {
    symbol: symbols.length > 0 ? symbols.join(', ') : (settings?.symbol ?? configuration?.symbol ?? ''),
    ema_period: source.ema_period,
    stop_loss_percentage: source.stop_loss_percentage,
    target_profit_percentage: source.target_profit_percentage,
    max_orders_per_day: source.max_orders_per_day,
    capital_amount: configuration?.capital_amount || '',
    long_capital_amount: configuration?.long_capital_amount || '',
    short_capital_amount: configuration?.short_capital_amount || '',
    ...initialLimits(configuration),
    ...initialMode(configuration),
  }
}

type Request = Omit<CallRequest<typeof updateConfiguration>, 'id'>
const OPTIONAL = ['price', 'buy_threshold', 'sell_threshold'] as const

/** The request: the capital of the bot's sides, and the limits that are set or were taken away. */
export function configurationRequest(
  values: ConfigurationValues,
  configuration: BotConfiguration | null,
  botType: string | null | undefined,
): Request {
  const optional = OPTIONAL.flatMap((name) => (configuration?.[name] ? [[name, configuration[name]]] : []))
  const orders = configuration?.max_orders_per_day ?? values.max_orders_per_day
  return {
    max_orders_per_day: Number.isNaN(orders) ? 5 : orders,
    ...(isTwoSided(botType)
      ? {
          long_capital_amount: numberOrZero(values.long_capital_amount),
          short_capital_amount: numberOrZero(values.short_capital_amount),
        }
      : { capital_amount: numberOrZero(values.capital_amount) }),
    ...Object.fromEntries(optional),
    ...limitsRequest(values, configuration),
    ...modeRequest(values, configuration),
  }
}

function numberOrZero(value: number | string): number {
  const number = typeof value === 'number' ? value : Number.parseFloat(value)
  return Number.isNaN(number) ? 0 : number
}
