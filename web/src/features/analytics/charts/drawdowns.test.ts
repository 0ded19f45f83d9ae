import { expect, test } from 'vitest'
import { drawdowns } from './drawdowns.ts'

const day = (date: string, cumulative: number) => ({ date, pnl: 0, cumulative })

test('a drawdown is the distance below the highest result so far, and the start counts as a high', () => {
  const days = [day('a', -100.1), day('b', 300), day('c', 120.7), day('d', 310), day('e', 310)]
  expect(drawdowns(days).map(({ drawdown }) => drawdown)).toEqual([-100.1, 0, -179.3, 0, 0])
  expect(drawdowns(days).map(({ equity }) => equity)).toEqual([-100.1, 300, 120.7, 310, 310])
})

test('a single day in profit has no drawdown', () => {
  expect(drawdowns([day('a', 50)])).toEqual([{ date: 'a', equity: 50, drawdown: 0 }])
})
