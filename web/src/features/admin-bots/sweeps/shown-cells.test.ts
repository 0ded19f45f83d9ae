import type { SweepReport } from '@trading-bot/contract/rest/trading/sweeps'
import { expect, test } from 'vitest'
import { bestCell, shownCells } from './shown-cells.ts'

const axis = (field: string, values: number[]) => ({ field, label: field, values })
const cells = [1, 2].flatMap((x) =>
  [10, 20].flatMap((y) =>
    [5, 6].map((z) => ({
      x,
      y,
      others: [z],
      net: x * y * z,
      trades: z === 6 && x === 2 ? 1 : 10,
      max_drawdown: z === 6 ? 100 : 1,
    })),
  ),
)
const report = {
  x: axis('x', [1, 2]),
  y: axis('y', [10, 20]),
  others: [axis('z', [5, 6])],
  objective: 'net',
  min_trades: 5,
  cells,
} as unknown as SweepReport
const nets = (across: string, down: string, held: Record<string, number | null>, of = report) =>
  Object.fromEntries([...shownCells(of, across, down, held)].map(([key, { net }]) => [key, net]))

test('a map of two parameters shows each pair at the best of the third that has enough trades', () => {
  expect(nets('x', 'y', { z: null })).toEqual({ '1 10': 60, '1 20': 120, '2 10': 100, '2 20': 200 })
})

test('a parameter beside the map can be held, also where there are too few trades', () => {
  expect(nets('x', 'y', { z: 6 })).toEqual({ '1 10': 60, '1 20': 120, '2 10': 120, '2 20': 240 })
})

test('any two parameters can be the map', () => {
  expect(nets('z', 'x', { y: null })).toEqual({ '5 1': 100, '6 1': 120, '5 2': 200, '6 2': 240 })
})

test('by profit per drawdown another cell is the best', () => {
  expect(bestCell(report, cells)).toMatchObject({ x: 2, y: 20, others: [5] })
  const careful: SweepReport = { ...report, objective: 'net_per_drawdown', min_trades: 1 }
  expect(nets('x', 'y', { z: null }, careful)).toMatchObject({ '1 20': 100, '2 20': 200 })
})
