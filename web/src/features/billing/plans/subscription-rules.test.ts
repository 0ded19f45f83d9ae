import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { directionTo, statusOf, unusedDays } from './subscription-rules.ts'

const NOW = Date.parse('2026-11-15T00:00:00Z')
const held = {
  status: 'active',
  end_date: '2099-11-25T12:00:00Z',
  plan: null,
  bot_plan: { id: 'b', name: 'EMA Monthly', description: '', price: 999 },
} as unknown as Subscription
const plan = (price: number) => ({ id: 'p', name: 'P', description: '', price })

test('PR-05 a subscription is valid when it is active and not yet expired', () => {
  expect(isValidSubscription(held, NOW)).toBe(true)
  expect(isValidSubscription({ ...held, end_date: '2026-11-14T23:59:59Z' }, NOW)).toBe(false)
  expect(isValidSubscription({ ...held, end_date: null }, NOW)).toBe(false)
  expect(isValidSubscription({ ...held, status: 'pending' }, NOW)).toBe(false)
  expect(isValidSubscription(null, NOW)).toBe(false)
})

test('PR-05 an unknown status is shown as pending', () => {
  expect(statusOf({ status: 'expired' })).toBe('expired')
  expect(statusOf({ status: 'paused_by_magic' })).toBe('pending')
})

test('PR-04 a more expensive plan is an upgrade, a cheaper one a downgrade; without a valid subscription all are purchases', () => {
  expect([1299, 499, 999].map((price) => directionTo(plan(price), held))).toEqual(['upgrade', 'downgrade', 'same'])
  expect(directionTo(plan(499), { ...held, status: 'expired' })).toBe('purchase')
  expect(directionTo(plan(499), null)).toBe('purchase')
})

test('unused days are whole days and never negative', () => {
  expect(unusedDays({ ...held, end_date: '2026-11-25T12:00:00Z' }, NOW)).toBe(10)
  expect(unusedDays({ ...held, end_date: '2026-11-01T00:00:00Z' }, NOW)).toBe(0)
})
