import { expect, test } from 'vitest'
import { radarAxes } from './radar-axes.ts'

const METRICS = { totalTrades: 480, totalPnl: 0, avgTradePnl: -2500, maxDrawdown: 350, sharpeRatio: 1.5, winRate: 61.5 }

test('TA-14 the radar axes are scaled as specified', () => {
  expect(radarAxes(METRICS)).toEqual([
    ['Win Rate', 61.5],
    ['Avg P&L', 25],
    ['Sharpe Ratio', 30],
    ['Max Drawdown', 65],
    ['Trade Frequency', 48],
  ])
})

test('TA-14 trade frequency is capped at 100', () => {
  expect(radarAxes({ ...METRICS, totalTrades: 5000 }).at(-1)).toEqual(['Trade Frequency', 100])
})
