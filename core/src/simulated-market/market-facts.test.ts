// A short form of `npm run market:facts`, which measures all fifty stocks.
import { expect, test } from 'vitest'
import { averageFacts, measureFacts, wrongFacts } from './testing/measure-facts.ts'

test('volatility and volume are those of large shares of NSE', { timeout: 60_000 }, () => {
  const facts = averageFacts(measureFacts({ seeds: [1, 2, 3], stocks: 6, generator: 2 }))
  // So few stocks on so few seeds are a little off.
  expect(wrongFacts(facts, 0.15), JSON.stringify(facts)).toEqual([])
})
