import type { CallRequest } from '@trading-bot/contract/rest/call'
import { type BotType, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import type { BotConfiguration, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { initialLimits, limitsRequest, type LimitValues } from './limit-values.ts'
import { initialMode, modeRequest, type ModeValues } from './mode-values.ts'
import { chosenParameters, type StrategyParameterValues } from './strategy-parameters.tsx'
import { ownParameters, type NumberInputValue } from './own-parameters.ts'

export type OwnConfigurationValues = {
  symbol: string
  /** Traded beside the symbol. */
  more_symbols: string[]
  strategy_parameters: StrategyParameterValues
  token: string
  quantity: NumberInputValue
  ema_period: NumberInputValue
  stop_loss_percentage: NumberInputValue
  target_profit_percentage: NumberInputValue
  max_orders_per_day: NumberInputValue
  capital_amount: NumberInputValue
  long_capital_amount: NumberInputValue
  short_capital_amount: NumberInputValue
} & LimitValues &
  ModeValues

export function initialOwnConfiguration(saved: BotConfiguration | null): OwnConfigurationValues {
  return {
    symbol: saved?.symbol ?? '',
    more_symbols: saved?.allowed_symbols.filter((symbol) => symbol !== saved.symbol) ?? [],
    strategy_parameters: saved?.strategy_parameters ?? {},
    token: saved?.token ?? '',
    quantity: saved?.quantity ?? 1,
    ema_period: saved?.ema_period ?? 44,
    stop_loss_percentage: saved?.stop_loss_percentage ?? 5,
    target_profit_percentage: saved?.target_profit_percentage ?? 10,
    max_orders_per_day: saved?.max_orders_per_day ?? 5,
    capital_amount: saved?.capital_amount || '',
    long_capital_amount: saved?.long_capital_amount || '',
    short_capital_amount: saved?.short_capital_amount || '',
    ...initialLimits(saved),
    ...initialMode(saved),
  }
}

type Request = Omit<CallRequest<typeof updateConfiguration>, 'id'>

export function ownConfigurationRequest(
  values: OwnConfigurationValues,
  saved: BotConfiguration | null,
  botType: BotType,
): Request {
  const { capital_amount, long_capital_amount, short_capital_amount } = values
  const more = values.more_symbols.filter((symbol) => symbol !== values.symbol)
  return {
    bot_type: botType,
    ...ownParameters(values),
    // Sent even when empty, so that what was chosen before can be removed.
    allowed_symbols: more.length > 0 ? [values.symbol, ...more] : [],
    strategy_parameters: chosenParameters(botType, values.strategy_parameters),
    ...(isTwoSided(botType)
      ? { long_capital_amount: Number(long_capital_amount), short_capital_amount: Number(short_capital_amount) }
      : { capital_amount: Number(capital_amount) }),
    ...limitsRequest(values, saved),
    ...modeRequest(values, saved),
  }
}
