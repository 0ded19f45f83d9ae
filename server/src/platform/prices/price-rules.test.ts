import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SIMULATED } from '../compliance-settings.ts'
import { isEngineSimulated, isMarketSimulated, lastShownDay, paperRefusal, priceSource } from './price-rules.ts'

const rules = (hosting: typeof SIMULATED.hosting, paperPrices: typeof SIMULATED.paperPrices, demo = false) => ({
  demo,
  compliance: { ...SIMULATED, hosting, paperPrices },
})

test.each([
  // hosting, paper prices: operator, own live account, everything else; has paper trading prices
  ['own-logic', 'live', ['platform', 'own-broker', 'platform'], true],
  ['own-logic', 'delayed', ['platform', 'own-broker', 'delayed'], false],
  ['own-logic', 'simulated', ['platform', 'own-broker', 'simulated'], false],
  ['provider', 'delayed', ['platform', 'own-broker', 'delayed'], false],
  ['paper', 'live', ['platform', 'own-broker', 'platform'], true],
  ['paper', 'delayed', ['platform', 'own-broker', 'delayed'], false],
  ['paper', 'simulated', ['simulated', 'simulated', 'simulated'], true],
] as const)('HOSTING=%s PAPER_PRICES=%s', (hosting, paperPrices, sources, hasPaper) => {
  const given = rules(hosting, paperPrices)
  const found = [
    priceSource(given, true, 'other'),
    priceSource(given, false, 'own-live'),
    priceSource(given, false, 'other'),
  ]
  expect(found).toEqual(sources)
  expect(paperRefusal(given) === null).toBe(hasPaper)
  expect(isEngineSimulated(given)).toBe(hosting === 'paper' && paperPrices === 'simulated')
})

test('the demo is simulated in every hosting mode, by its own exchange', () => {
  for (const hosting of ['simulated', 'own-logic', 'provider', 'paper'] as const) {
    const demo = rules(hosting, 'simulated', true)
    expect([isMarketSimulated(demo), isEngineSimulated(demo), paperRefusal(demo)]).toEqual([true, false, null])
  }
})

test('no minute of the last delayed day is younger than 30 days, whatever the time of day', () => {
  const dayMs = 86_400_000
  for (const at of ['2026-11-16T00:00:00+05:30', '2026-11-16T23:59:59+05:30']) {
    const now = new Date(at)
    const dayEndsMs = (lastShownDay('delayed', now) + 1) * dayMs - 5.5 * 3_600_000
    expect(now.getTime() - dayEndsMs).toBeGreaterThanOrEqual(30 * dayMs - 1)
  }
})

/** Who asks for a newest price, and why that is what the rule allows. */
const READERS: Readonly<Record<string, string>> = {
  'billing/subscriptions/configuration/check-order-value.ts': 'is handed the prices that its caller may see',
  'choose-prices.ts': 'hands the engine’s prices to the rule',
  'platform/prices/price-rules.ts': 'is the rule',
  'trading/market-data/candles/read-candles.ts': 'asks the rule',
  'trading/symbols/list-active-symbols.ts': 'asks the rule',
}

test('nobody asks for a newest price but through the rule', () => {
  const folder = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  )
  const readers = files.filter((file) => /\blastPaise\(/.test(readFileSync(path.join(folder, file), 'utf8')))
  expect(readers.sort()).toEqual(Object.keys(READERS).sort())
})
