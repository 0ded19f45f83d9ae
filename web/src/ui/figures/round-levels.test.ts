import { expect, test } from 'vitest'
import { roundLevels } from './round-levels.ts'

test.each([
  [-100, 100, [-100, -50, 0, 50, 100]],
  [-1234.5, 250, [-1500, -1000, -500, 0, 500]],
  [-50, 7421, [-2000, 0, 2000, 4000, 6000, 8000]],
  [-0.3, 0.3, [-0.4, -0.2, 0, 0.2, 0.4]],
])('from %d to %d the axis is labelled %j', (lowest, highest, levels) => {
  expect(roundLevels(lowest, highest).map((level) => Number(level.toFixed(6)))).toEqual(levels)
})
