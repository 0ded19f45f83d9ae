import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { SIMULATED } from '../compliance-settings.ts'
import {
  isEngineSimulated,
  isMarketSimulated,
  lastShownDay,
  paperMarket,
  positionPrices,
  priceSentence,
  priceSource,
} from './price-rules.ts'

const NOW = new Date('2026-11-16T10:30:00+05:30')

const rules = (hosting: typeof SIMULATED.hosting, paperPrices: typeof SIMULATED.paperPrices, demo = false) => ({
  demo,
  compliance: { ...SIMULATED, hosting, paperPrices },
})

test.each([
  // hosting, paper prices: operator, own live account, paper account, everything else; the market of paper accounts
  ['own-logic', 'live', ['platform', 'own-broker', 'platform', 'platform'], null],
  ['own-logic', 'delayed', ['platform', 'own-broker', 'replayed', 'delayed'], 'delayed'],
  ['own-logic', 'simulated', ['platform', 'own-broker', 'simulated', 'simulated'], 'simulated'],
  ['provider', 'delayed', ['platform', 'own-broker', 'replayed', 'delayed'], 'delayed'],
  ['provider', 'simulated', ['platform', 'own-broker', 'simulated', 'simulated'], 'simulated'],
  ['paper', 'live', ['platform', 'own-broker', 'platform', 'platform'], null],
  ['paper', 'delayed', ['platform', 'own-broker', 'replayed', 'delayed'], 'delayed'],
  ['paper', 'simulated', ['simulated', 'simulated', 'simulated', 'simulated'], null],
] as const)('HOSTING=%s PAPER_PRICES=%s', (hosting, paperPrices, sources, paper) => {
  const given = rules(hosting, paperPrices)
  const found = [
    priceSource(given, true, 'other'),
    priceSource(given, false, 'own-live'),
    priceSource(given, false, 'paper'),
    priceSource(given, false, 'other'),
  ]
  expect(found).toEqual(sources)
  expect(paperMarket(given)).toBe(paper)
  // Nobody is shown another price of a paper position than the one it trades on.
  if (paper) expect(priceSource(given, true, 'paper')).toBe(priceSource(given, false, 'paper'))
  expect(isEngineSimulated(given)).toBe(hosting === 'paper' && paperPrices === 'simulated')
})

test('the demo is simulated in every hosting mode, by its own exchange', () => {
  for (const hosting of ['simulated', 'own-logic', 'provider', 'paper'] as const) {
    const demo = rules(hosting, 'simulated', true)
    expect([isMarketSimulated(demo), isEngineSimulated(demo), paperMarket(demo)]).toEqual([true, false, null])
  }
})

const MODES = [
  ['own-logic', 'live'],
  ['own-logic', 'delayed'],
  ['own-logic', 'simulated'],
  ['paper', 'delayed'],
  ['paper', 'simulated'],
] as const
test.each(MODES)(
  'HOSTING=%s PAPER_PRICES=%s: no position has the price of the other market',
  (hosting, paperPrices) => {
    const config = rules(hosting, paperPrices)
    const clock = { now: () => NOW }
    const deps = { config, clock, prices: { lastPaise: () => 1 }, paperPrices: { lastPaise: () => 2 } }
    const own = { token: '3045', own_paise: 3, own_at_ms: NOW.getTime() }
    const paper = { ...own, mode: 'paper' }
    const beside = paperMarket(config) !== null
    for (const isOperator of [true, false]) expect(positionPrices(deps, isOperator)(paper)).toBe(beside ? 2 : 1)
    // The whole engine is simulated, or the owner's own session says it.
    expect(positionPrices(deps, false)({ ...own, mode: 'live' })).toBe(isEngineSimulated(config) ? 1 : 3)
    // A market of which nothing is known yet is not stood in for by the other.
    const { paperPrices: _, ...without } = deps
    expect(positionPrices(without, true)(paper)).toBe(beside ? null : 1)
  },
)

test('the sentence names the day whose prices are replayed, also after the session and at the weekend', () => {
  const config = rules('own-logic', 'delayed')
  const sentenceAt = (at: string) =>
    priceSentence('replayed', { config, calendar: INDIA_CALENDAR, clock: { now: () => new Date(at) } })
  expect(sentenceAt('2026-11-16T09:00:00+05:30')).toBe('Prices of 12 October 2026, replayed.')
  expect(sentenceAt('2026-11-16T18:00:00+05:30')).toBe('Prices of 12 October 2026, replayed.')
  expect(sentenceAt('2026-11-15T12:00:00+05:30')).toBe('Prices of 9 October 2026, replayed.')
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
