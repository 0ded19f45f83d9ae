import { expect, test } from 'vitest'
import { scoreOf } from './objective.ts'

const one = { net: 900, trades: 30, maxDrawdown: 300 }

test('a combination is judged by its net profit, by what it made for each rupee of drawdown, or by trade', () => {
  expect(scoreOf('net', one)).toBe(900)
  expect(scoreOf('net_per_drawdown', one)).toBe(3)
  expect(scoreOf('net_per_trade', one)).toBe(30)
})

test('without a drawdown or a trade the score is a finite number', () => {
  expect(scoreOf('net_per_drawdown', { ...one, maxDrawdown: 0 })).toBe(900)
  expect(scoreOf('net_per_trade', { net: 0, trades: 0, maxDrawdown: 0 })).toBe(0)
})
