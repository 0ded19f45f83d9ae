import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNLIMITED } from '../risk/limits.ts'
import type { TradingRules } from '../trading/trading-rules.ts'
import { checkRules } from '../trading/check-rules.ts'
import type { Decided } from '../backtest/backtest-input.ts'
import { runBacktest } from '../backtest/run-backtest.ts'
import type { Bars } from '../bars.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { RATE_CARDS } from '../charges/rate-card.ts'
import { emaStrategy } from '../strategies/ema-strategy.ts'
import { randomBars } from '../testing/random-bars.ts'
import { indiaDayNumber } from '../time.ts'
import { evaluateChunk } from './evaluate-chunk.ts'
import { ENTER_LONG } from '../strategies/signal.ts'
import { signalColumn } from '../strategies/signal-column.ts'
import { evaluateSignals, shareBars } from './evaluate-signals.ts'
import { expandGrid, gridRange } from './expand-grid.ts'
import { splitWalkForward } from './split-walk-forward.ts'
import type { TallySetup } from './open-tallied.ts'
import { refusalOf, valueOf } from '../testing/value-of.ts'

const RULES: TradingRules = {
  capital: { capitalPaise: 10_000_000 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 50, maxQuantity: 10 },
  fillModel: { slippageBps: 0 },
  product: 'INTRADAY',
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
  interval: '1m',
}

function setupOf(bars: Bars): TallySetup {
  const instrument = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 }
  const symbols = [{ instrument, traits: { hasDerivatives: false } }]
  const dated = valueOf(checkRules(RULES, bars.timeMs[0]!))
  return { rules: RULES, dated, reasons: emaStrategy.reasons, symbols }
}

const combinationsOf = (grid: Record<string, number[]>) => valueOf(expandGrid(emaStrategy, grid))

test('a grid gives every combination once, with the last parameter varying fastest', () => {
  const { combinations } = combinationsOf({ fast_ema_period: [1, 2], ema_period: [10, 20] })
  expect(combinations.map((values) => [values['fast_ema_period'], values['ema_period']])).toEqual([
    [1, 10],
    [1, 20],
    [2, 10],
    [2, 20],
  ])
  expect(combinations[0]!['allow_short']).toBe(true)
})

test('contradicting combinations are counted and omitted', () => {
  const { combinations, skipped } = combinationsOf({ fast_ema_period: [5, 15], ema_period: [10, 20] })
  expect([combinations.length, skipped]).toEqual([3, 1])
})

test.each([
  ['a value out of range', { ema_period: [20, 201] }, 'ABOVE_MAXIMUM', 'ema_period'],
  ['an unknown parameter', { ema: [20] }, 'UNKNOWN_PARAMETER', 'ema'],
  [
    'too many combinations',
    { ema_period: gridRange(1, 200, 1), buy_threshold: gridRange(0, 6, 0.01) },
    'GRID_TOO_LARGE',
    'grid',
  ],
  ['an axis without values', { ema_period: [] }, 'EMPTY_GRID', 'grid'],
])('%s is refused by name', (_, grid, code, field) => {
  expect(refusalOf(expandGrid(emaStrategy, grid as Record<string, number[]>))).toMatchObject({ code, field })
})

test('a range includes both ends and does not drift', () => {
  expect(gridRange(0.1, 0.5, 0.1)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5])
  expect(gridRange(5, 4, 1)).toEqual([])
})

test('the chunk size of a sweep does not change its results', () => {
  const bars = randomBars(2, { length: 1_500 })
  const { combinations } = combinationsOf({ fast_ema_period: [1, 3, 5], ema_period: [8, 21] })
  const setup = setupOf(bars)
  const whole = evaluateChunk(emaStrategy, setup, [bars], combinations)
  const pieces = combinations.flatMap((one) => evaluateChunk(emaStrategy, setup, [bars], [one])!)
  expect(pieces).toEqual(whole)
  expect(new Set(pieces.map((result) => result.tradesHash)).size).toBe(combinations.length)
})

test('decisions that were made elsewhere trade as the strategy’s own, with one symbol and with several', () => {
  const bars = [randomBars(2, { length: 1_500 }), randomBars(3, { length: 1_200 })]
  const { combinations } = combinationsOf({ fast_ema_period: [3], ema_period: [8, 21] })
  for (const part of [bars.slice(0, 1), bars]) {
    const [only] = setupOf(bars[0]!).symbols
    const setup = { ...setupOf(bars[0]!), symbols: part.map(() => only!) }
    const own = evaluateChunk(emaStrategy, setup, part, combinations)
    const elsewhere = combinations.map((values) => {
      const signals = part.map((one) => signalColumn(emaStrategy.plan(values), one))
      return evaluateSignals(setup, shareBars(part), { signals, sizes: [] }, values)
    })
    expect(elsewhere).toEqual(own)
    expect(elsewhere.every(({ trades }) => trades > 0)).toBe(true)
  }
})

test('prices that were named elsewhere close positions as in a backtest', () => {
  const bars = randomBars(2, { length: 1_500 })
  const setup = setupOf(bars)
  const { combinations } = combinationsOf({ fast_ema_period: [3], ema_period: [8] })
  const values = combinations[0]!
  const signals = signalColumn(emaStrategy.plan(values), bars)
  const stops = [...signals.keys()].filter((bar) => (signals[bar]! & ENTER_LONG) !== 0)
  const sizes = new Map(stops.map((bar) => [bar, { stopPaise: bars.closePaise[bar]! - 40 }]))
  const swept = (named: Decided['sizes']) =>
    evaluateSignals(setup, shareBars([bars]), { signals: [signals], sizes: named }, values)
  const [symbol] = setup.symbols
  const report = valueOf(
    runBacktest({
      ...RULES,
      strategy: emaStrategy,
      parameters: values,
      symbols: [{ ...symbol!, bars }],
      decided: { signals: [signals], sizes: [sizes] },
    }),
  )
  expect(swept([sizes])).toMatchObject({ trades: report.trades.length, tradesHash: report.tradesHash })
  expect(report.trades.some(({ exitReason }) => exitReason === 'STOP_LOSS')).toBe(true)
  expect(swept([]).tradesHash).not.toBe(report.tradesHash)
})

test('a cancelled chunk returns null', () => {
  const bars = randomBars(2, { length: 100 })
  const { combinations } = combinationsOf({ ema_period: [8] })
  expect(evaluateChunk(emaStrategy, setupOf(bars), [bars], combinations, () => true)).toBe(null)
})

test('folds validate on the days right after their training, never twice and never on a partial day', () => {
  const shapes = fc.record({
    days: fc.integer({ min: 1, max: 60 }),
    folds: fc.integer({ min: 1, max: 8 }),
    trainPerValidate: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(shapes, ({ days, folds, trainPerValidate }) => {
      const { timeMs } = randomBars(1, { length: days * 7, barsPerDay: 7 })
      const split = splitWalkForward(timeMs, { folds, trainPerValidate })
      if (!split.ok) {
        expect(days).toBeLessThan(folds + trainPerValidate)
        return
      }
      let last = 0
      for (const { train, validate } of split.value) {
        expect(train.to).toBe(validate.from)
        expect(train.from).toBeLessThan(train.to)
        expect(validate.from).toBeGreaterThanOrEqual(last)
        last = validate.to
        for (const row of [train.from, train.to, validate.to]) {
          const isDayStart =
            row === 0 || row === timeMs.length || indiaDayNumber(timeMs[row]!) !== indiaDayNumber(timeMs[row - 1]!)
          expect(isDayStart).toBe(true)
        }
      }
      expect(last).toBe(timeMs.length)
    }),
  )
})

test('too few days and a number of folds out of range are refused by name', () => {
  const { timeMs } = randomBars(1, { length: 20, barsPerDay: 10 })
  const refusal = (folds: number) => refusalOf(splitWalkForward(timeMs, { folds, trainPerValidate: 2 }))
  expect([refusal(3).code, refusal(0).field]).toEqual(['TOO_FEW_DAYS', 'folds'])
})
