import { expect, test } from 'vitest'
import { nearMoveWords } from './position-size-words.ts'

const SHARED = { capital: 100_000, symbols: 12 }

test('a stop or target below four times the cost of a round trip is warned of with the figures', () => {
  expect(nearMoveWords({ stop: 0.4, target: 5, ...SHARED })).toMatch(
    /^Entering and leaving a position of ₹8,333\.00 costs about 0\.3\d % of it in charges and slippage\. A stop loss of 0\.4 % is less than four times that\. Use 1\.2\d % or more, or a larger capital\.$/,
  )
  expect(nearMoveWords({ stop: '0.4', target: '1', ...SHARED })).toContain(
    'A stop loss of 0.4 % and a target of 1 % are less',
  )
})

test('far enough, switched off or not typed warns of nothing; without a capital a usual one is assumed', () => {
  expect(nearMoveWords({ stop: 1.3, target: 5, ...SHARED })).toBe(null)
  expect(nearMoveWords({ stop: 0, target: '', ...SHARED })).toBe(null)
  expect(nearMoveWords({ stop: 0.1, target: 5, capital: '', symbols: 1 })).toContain('₹50,000.00')
})
