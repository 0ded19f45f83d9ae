import { expect, test } from 'vitest'
import { changeText, profitChangeText } from './change-text.ts'

test('DB-01 a change is shown with its sign, and as +0% when last month is not known', () => {
  expect([null, undefined, 0, 12.5, -3, 1234.5].map(changeText)).toEqual([
    '+0% from last month',
    '+0% from last month',
    '+0% from last month',
    '+12.5% from last month',
    '−3% from last month',
    '+1,234.5% from last month',
  ])
})

test('DB-01 a plus never stands under a loss', () => {
  expect(profitChangeText(32.8, -5000)).toBe('Loss 32.8% smaller than last month')
  expect(profitChangeText(-32.8, -5000)).toBe('−32.8% from last month')
  expect(profitChangeText(32.8, 5000)).toBe('+32.8% from last month')
  expect(profitChangeText(null, -5000)).toBe('+0% from last month')
})
