import { type BotConfiguration, configurationForm } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { initialLimits } from './limit-values.ts'
import { type ConfigurationValues, configurationRequest } from './configuration-values.ts'
import { modeFlags } from './mode-values.ts'

const values: ConfigurationValues = {
  symbol: 'SBIN-EQ',
  ema_period: 20,
  stop_loss_percentage: 2,
  target_profit_percentage: 5,
  max_orders_per_day: 5,
  capital_amount: 1000,
  long_capital_amount: 2000,
  short_capital_amount: 500.5,
  ...initialLimits(null),
  mode: 'paper',
  is_active: true,
  on_refused_stop: 'close',
}
const configuration = {
  max_orders_per_day: 7,
  price: null,
  max_loss_per_day: 1500,
  buy_threshold: 0,
  auto_trade: false,
  backtest_mode: true,
  is_active: true,
  on_refused_stop: 'close',
} as BotConfiguration

function complaints(botType: string, change: Partial<ConfigurationValues>) {
  const check = configurationForm(botType).safeParse({ ...values, ...change })
  return check.success ? [] : check.error.issues.map(({ message }) => message)
}

test('SF-12 each missing value shows its text', () => {
  expect(complaints('ema_strategy', {})).toEqual([])
  expect(complaints('ema_strategy', { symbol: '' })).toEqual(['Stock symbol is required'])
  expect(complaints('ema_strategy', { ema_period: 0 })).toEqual(['EMA period is required'])
  expect(complaints('ema_strategy', { stop_loss_percentage: 0 })).toEqual(['Stop loss percentage is required'])
  expect(complaints('ema_strategy', { target_profit_percentage: 0 })).toEqual(['Target profit percentage is required'])
  expect(complaints('ema_strategy', { capital_amount: 0 })).toEqual(['Capital amount must be greater than 0'])
  expect(complaints('ema_strategy', { capital_amount: '' })).toEqual(['Capital amount must be greater than 0'])
})

test('SF-12 a two-sided bot validates both capitals but not the single one', () => {
  const none = { capital_amount: '', long_capital_amount: 0, short_capital_amount: '' }
  expect(complaints('multiple_stokes_strategy', none)).toEqual([
    'Long capital amount must be greater than 0',
    'Short capital amount must be greater than 0',
  ])
})

test('SB-06 max orders per day is read-only but still validated', () => {
  for (const max_orders_per_day of [0, 51]) {
    expect(complaints('ema_strategy', { max_orders_per_day })).toEqual(['Max orders per day must be between 1 and 50'])
  }
})

test('SF-06 invalid numbers are saved as 5 orders and capital 0; limits are sent only when set', () => {
  expect(configurationRequest({ ...values, max_orders_per_day: Number.NaN, capital_amount: 'x' }, null, null)).toEqual({
    max_orders_per_day: 5,
    capital_amount: 0,
  })
  const typed = { ...values, ...initialLimits(configuration) }
  expect(configurationRequest(typed, configuration, 'multiple_stokes_strategy')).toEqual({
    max_orders_per_day: 7,
    long_capital_amount: 2000,
    short_capital_amount: 500.5,
    max_loss_per_day: 1500,
  })
})

test('a limit that was taken away is sent as none, a typed one as its number, an empty one not at all', () => {
  const typed = { ...values, max_loss_per_day: '', max_loss_per_week: 2500, trailing_stop_percentage: '1.5' }
  const request = configurationRequest(typed, configuration, 'ema_strategy')
  expect(request).toMatchObject({ max_loss_per_day: null, max_loss_per_week: 2500, trailing_stop_percentage: 1.5 })
  expect(request).not.toHaveProperty('max_drawdown')
})

test('a limit out of its range is refused at its field before it is sent', () => {
  expect(complaints('ema_strategy', { max_loss_per_week: '', trailing_stop_percentage: '' })).toEqual([])
  expect(complaints('ema_strategy', { max_loss_per_week: -5 })).toEqual(['Enter an amount of 0 or more'])
  expect(complaints('ema_strategy', { trailing_stop_percentage: 51 })).toEqual([
    'Trailing stop must be between 0.1 and 50',
  ])
})

test('SB-06 the mode is sent only when it was changed', () => {
  const saved = (mode: 'paper' | 'live') => ({ ...configuration, ...modeFlags(mode) })
  const sent = (from: 'paper' | 'live', to: 'paper' | 'live') => {
    const { auto_trade, backtest_mode } = configurationRequest({ ...values, mode: to }, saved(from), 'ema_strategy')
    return [auto_trade, backtest_mode]
  }
  expect(sent('paper', 'live')).toEqual([true, false])
  expect(sent('live', 'paper')).toEqual([false, true])
  expect(sent('paper', 'paper')).toEqual([undefined, undefined])
  expect(sent('live', 'live')).toEqual([undefined, undefined])
  expect(configurationRequest({ ...values, is_active: false }, configuration, null)).toMatchObject({ is_active: false })
})

test('the choice for a refused stop is sent only when it was changed', () => {
  const sent = (from: 'close' | 'warn', to: 'close' | 'warn') =>
    configurationRequest({ ...values, on_refused_stop: to }, { ...configuration, on_refused_stop: from }, null)
  expect(sent('close', 'warn')).toMatchObject({ on_refused_stop: 'warn' })
  expect(sent('warn', 'close')).toMatchObject({ on_refused_stop: 'close' })
  expect(sent('warn', 'warn')).not.toHaveProperty('on_refused_stop')
})
