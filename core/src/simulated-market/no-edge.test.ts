// A short form of `npm run market:edge`, which measures all fifty stocks on twenty seeds.
import { expect, test } from 'vitest'
import { measureMarket } from './testing/measure-market.ts'

const SEEDS = [1, 2]
const STOCKS = 5

test('a year of the simulated market has no edge that we can find, and fat tails', { timeout: 60_000 }, () => {
  const { findings, ...measures } = measureMarket({ seeds: SEEDS, stocks: STOCKS, drift: 0, generator: 2 })
  expect(findings, JSON.stringify(measures)).toEqual([])
})

test('a drift of two hundredths of a minute’s deviation is found', { timeout: 60_000 }, () => {
  const { findings } = measureMarket({ seeds: SEEDS.slice(0, 1), stocks: STOCKS, drift: 0.02, generator: 2 })
  expect(findings).toContainEqual(expect.stringContaining('open_to_close has a daily t'))
})
