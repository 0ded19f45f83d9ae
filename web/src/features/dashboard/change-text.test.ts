import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

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
