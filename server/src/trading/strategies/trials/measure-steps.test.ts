import { expect, test } from 'vitest'
import { stepsOf } from './measure-steps.ts'

test('a bar counts by its quickest run, so that a busy machine makes no script slow', () => {
  expect(stepsOf([[1, 300, 2, 3]])).toEqual({ medianMs: 3, slowestMs: 300, bars: 4 })
  expect(
    stepsOf([
      [1, 300, 2, 3],
      [2, 4, 400, 3],
    ]),
  ).toEqual({ medianMs: 3, slowestMs: 4, bars: 4 })
  // What is slow each time is the script's own.
  expect(stepsOf([[300], [290]]).slowestMs).toBe(290)
})
