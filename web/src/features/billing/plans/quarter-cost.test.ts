import type { BotPlan } from '@trading-bot/contract/rest/billing/plans'
import { expect, test } from 'vitest'
import { quarterCost } from './quarter-cost.ts'

const plan = (bot_type: string, billing_cycle: string, price: number) => ({ bot_type, billing_cycle, price }) as BotPlan

test('a quarter costs three months, and saves against the cheapest monthly plan of the same bot', () => {
  const monthly = plan('ema_strategy', 'monthly', 999)
  const quarterly = plan('ema_strategy', 'quarterly', 899)
  const plans = [monthly, quarterly, plan('ema_strategy', 'monthly', 1299), plan('rsi_strategy', 'monthly', 5)]
  expect(quarterCost(quarterly, plans)).toEqual({ cost: 2697, saves: 300 })
  expect(quarterCost(monthly, plans)).toEqual({ cost: 2997, saves: 0 })
})

test('a quarterly plan that costs more a month, or has no monthly one, saves nothing', () => {
  const quarterly = plan('ema_strategy', 'quarterly', 1099)
  expect(quarterCost(quarterly, [quarterly]).saves).toBe(0)
  expect(quarterCost(quarterly, [quarterly, plan('ema_strategy', 'monthly', 999)]).saves).toBe(0)
})
