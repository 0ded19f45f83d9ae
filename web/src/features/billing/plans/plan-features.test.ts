import type { BotPlan, Plan } from '@trading-bot/contract/rest/billing/plans'
import { expect, test } from 'vitest'
import { planFeatures } from './plan-features.ts'

const PLAN: BotPlan = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  name: 'EMA Monthly',
  bot_type: 'ema_strategy',
  bot_type_display: 'EMA Strategy',
  bot_id: null,
  billing_cycle: 'monthly',
  billing_cycle_display: 'Monthly',
  description: '',
  price: 999,
  duration_days: 30,
  max_trades_per_day: 50,
  max_quantity: 100,
  advanced_analytics: true,
  priority_support: true,
  custom_strategies: true,
  backtesting_enabled: true,
  real_time_alerts: true,
  risk_management: true,
  api_access: true,
  allowed_symbols: ['TCS-EQ'],
  stop_loss_enabled: true,
  target_profit_enabled: true,
  history_runs_per_month: 20,
  trial_days: 0,
  trial_allows_live: false,
  bot: {
    name: 'EMA Bot',
    symbols: ['SBIN-EQ', 'TCS-EQ'],
    directions: 'both',
    interval: '5m',
    max_orders_per_day: 5,
    max_quantity: 100,
    stop_loss_percentage: 0.4,
    target_profit_percentage: null,
    trailing_stop_percentage: null,
    max_loss_per_day: 1000,
    max_profit_per_day: null,
  },
  is_active: true,
  is_popular: false,
}

const NOTHING = { live_trading: false, telegram: false }

test('a bot plan’s card lists its bot’s own settings, and of the flags only what the product has', () => {
  expect(planFeatures(PLAN, NOTHING)).toEqual([
    'Up to 5 entry orders a day',
    'Trades 2 symbols',
    'Long and short',
    'Decides on bars of 5 minutes',
    'At most 100 shares an order',
    'Stop loss',
    'Stops for the day at a loss of ₹1,000.00',
    'Try it on history: 20 runs a month',
  ])
})

test('without backtesting the card offers no history, and without a strategy it says so', () => {
  expect(planFeatures({ ...PLAN, backtesting_enabled: false }, NOTHING).join()).not.toContain('history')
  expect(planFeatures({ ...PLAN, bot: null }, NOTHING)[0]).toBe('This bot is not available yet')
})

test('a regular plan’s card lists what it allows, as far as this installation offers it, before its own features', () => {
  const allowed = { max_symbols: 5, allows_live: true, allows_telegram: true, history_runs_per_month: 1 }
  const texts = { id: PLAN.id, name: 'Trader', description: '', features: ['A call a month'] }
  const plan: Plan = {
    ...texts,
    ...allowed,
    price: 2499,
    duration: 30,
    trial_days: 0,
    trial_allows_live: false,
    is_popular: false,
  }
  const all = { live_trading: true, telegram: true }
  const shared = ['Try it on history: 1 run a month', 'A call a month']
  const [bot, symbols] = ['One bot of any type', 'Trades up to 5 symbols']
  const [alerts, mails] = ['Alerts by e-mail and Telegram', 'Alerts by e-mail']
  expect(planFeatures(plan, all)).toEqual([bot, symbols, 'Paper and live trading', alerts, ...shared])
  expect(planFeatures(plan, NOTHING)).toEqual([bot, symbols, 'Paper trading', mails, ...shared])
  const small = { ...plan, max_symbols: 1, allows_live: false, allows_telegram: false }
  expect(planFeatures(small, all)).toEqual([bot, 'Trades one symbol', 'Paper trading only', mails, ...shared])
})
