import { wizardForm } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { BOT_TYPES } from '@trading-bot/contract/rest/billing/plans'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { reviewFacts } from './review-facts.ts'
import { initialWizard, stepOfErrors, withBotType, wizardRequest } from './wizard-values.ts'

const plan = { id: '0190b5a0-0000-7000-8000-000000000001', name: 'Starter', description: '', price: 499 }

test('SB-05 the quantity is limited to the plan’s maximum, or to 1000 without one', () => {
  const complaint = (max: number | null, quantity: number) => {
    const check = wizardForm(max)[0].safeParse({ symbol: 'SBIN-EQ', quantity })
    return check.success ? null : check.error.issues[0]?.message
  }
  expect(complaint(100, 101)).toBe('Quantity cannot exceed 100')
  expect(complaint(null, 1001)).toBe('Quantity cannot exceed 1000')
  expect(complaint(null, 1000)).toBe(null)
  expect(complaint(null, 0)).toBe('Quantity must be at least 1')
})

test('SB-05 SB-08 the request contains the defaults, and limits only when they are set', () => {
  const values = { ...initialWizard(null), symbol: 'SBIN-EQ', token: '3045', max_loss_per_day: 1500, price: 0 }
  expect(wizardRequest(plan, values)).toEqual({
    plan_id: plan.id,
    billing_cycle: 'monthly',
    bot_type: 'ema_strategy',
    symbol: 'SBIN-EQ',
    token: '3045',
    quantity: 1,
    ema_period: 44,
    stop_loss_percentage: 5,
    target_profit_percentage: 10,
    max_orders_per_day: 5,
    max_loss_per_day: 1500,
    enable_stop_loss: true,
    enable_target_profit: true,
    enable_daily_limits: true,
    email_notifications: true,
    sms_notifications: false,
    telegram_notifications: false,
    backtest_mode: true,
  })
})

test('SB-05 the request contains live only when it was chosen', () => {
  const values = { ...initialWizard(null), symbol: 'SBIN-EQ' }
  expect(wizardRequest(plan, { ...values, mode: 'live' })).toMatchObject({ auto_trade: true, backtest_mode: false })
  expect(wizardRequest(plan, values)).not.toHaveProperty('auto_trade')
})

test('SB-09 the request for a bot plan contains only the user’s settings', () => {
  const request = wizardRequest({ ...plan, bot_type: 'ema_strategy' }, { ...initialWizard(null), symbol: 'SBIN-EQ' })
  expect(request).toMatchObject({ bot_plan_id: plan.id, email_notifications: true })
  for (const field of ['symbol', 'quantity', 'ema_period', 'stop_loss_percentage', 'max_orders_per_day']) {
    expect(request, field).not.toHaveProperty(field)
  }
})

test('a refusal of the server leads back to the first step with a refused field', () => {
  expect(stepOfErrors({ max_loss_per_day: 'Too high', ema_period: 'Too low' })).toBe(2)
  expect(stepOfErrors({ bot_type: 'It does not run' })).toBe(1)
  expect(stepOfErrors({ max_loss_per_day: 'Too high' })).toBe(3)
  expect(stepOfErrors({})).toBe(null)
})

test.each(BOT_TYPES)('the review of a %s names each choice once, and none that the type does not have', (botType) => {
  const parameters = Object.entries(findStrategy(botType)?.parameters ?? {})
  const strategy_parameters = Object.fromEntries(parameters.map(([name, { default: preset }]) => [name, preset]))
  const labels = reviewFacts({ ...initialWizard(null), bot_type: botType, strategy_parameters }, plan, false).map(
    ([label]) => label,
  )
  expect(labels).toEqual([...new Set(labels)])
  expect(labels.includes('EMA period')).toBe(parameters.some(([name]) => name === 'ema_period'))
  expect(labels.includes('Buy threshold')).toBe(botType === 'ema_strategy')
})

test('SB-05 SB-08 another bot type starts with the defaults of what is hidden', () => {
  const typed = { ...initialWizard(null), symbol: 'SBIN-EQ', ema_period: 999, buy_threshold: -5 }
  const request = wizardRequest(plan, { ...typed, ...withBotType('rsi_strategy') })
  expect(request).toMatchObject({ bot_type: 'rsi_strategy', ema_period: 44 })
  expect(request).not.toHaveProperty('buy_threshold')
})
