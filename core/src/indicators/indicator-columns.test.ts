import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { barsOf } from '../testing/random-bars.ts'
import { Adx } from './adx.ts'
import { Atr } from './atr.ts'
import { Bollinger } from './bollinger.ts'
import { ClosePrice } from './close-price.ts'
import { Ema } from './ema.ts'
import type { Indicator } from './indicator.ts'
import { foldIndicator, indicatorColumns } from './indicator-columns.ts'
import { Macd } from './macd.ts'
import { Momentum } from './momentum.ts'
import { Roc } from './roc.ts'
import { Rsi } from './rsi.ts'
import { Sma } from './sma.ts'
import { Stddev } from './stddev.ts'
import { TrueRange } from './true-range.ts'

const BY_PARAMETERS: Record<string, (...parameters: number[]) => Indicator> = {
  sma: (n) => new Sma(n!),
  ema: (n) => new Ema(n!),
  rsi: (n) => new Rsi(n!),
  macd: (fast, slow, signal) => new Macd(fast!, slow!, signal!),
  bollinger: (n, width) => new Bollinger(n!, width!),
  stddev: (n) => new Stddev(n!),
  trange: () => new TrueRange(),
  atr: (n) => new Atr(n!),
  adx: (n) => new Adx(n!),
  roc: (n) => new Roc(n!),
  mom: (n) => new Momentum(n!),
}

const MAKE: Record<string, (n: number) => Indicator> = {
  ...BY_PARAMETERS,
  close: () => new ClosePrice(),
  macd: (n) => new Macd(n, n + 3, 4),
  bollinger: (n) => new Bollinger(n, 2),
}

const row = fc
  .tuple(
    fc.integer({ min: 1, max: 5_000_000 }),
    fc.nat(5_000),
    fc.nat(5_000),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([low, up, down, share]) => [low + up + down, low, low + Math.floor((up + down) * share)] as const)

const walks = fc
  .array(row, { minLength: 1, maxLength: 80 })
  .map((rows) => barsOf(rows.map(([high, low, close], i) => [i * 60_000, close, high, low, close, 0])))

const periods = fc.integer({ min: 2, max: 15 })

function stream(indicator: Indicator, bars: Bars): number[][] {
  return Array.from(bars.closePaise, (close, i) => {
    indicator.step(close, bars.highPaise[i]!, bars.lowPaise[i]!)
    return [...indicator.values]
  })
}

// Twelve indicators with three properties each, so fewer runs per property.
const RUNS = { numRuns: 30 }

describe.each(Object.entries(MAKE))('%s', (_, make) => {
  test('gives exactly the same values bar by bar as over columns', () => {
    fc.assert(
      fc.property(walks, periods, (bars, n) => {
        const columns = indicatorColumns(make(n), bars)
        const rows = stream(make(n), bars)
        for (const [output, column] of columns.entries()) {
          expect(rows.map((values) => values[output])).toEqual([...column])
        }
      }),
      RUNS,
    )
  })

  test('gives the same values when the columns are filled in two parts', () => {
    fc.assert(
      fc.property(walks, periods, fc.nat(), (bars, n, cut) => {
        const length = bars.closePaise.length
        const indicator = make(n)
        const parts = Array.from(indicator.values, () => new Float64Array(length))
        foldIndicator(indicator, bars, { from: 0, to: cut % length }, parts)
        foldIndicator(indicator, bars, { from: cut % length, to: length, offset: cut % length }, parts)
        expect(parts).toEqual(indicatorColumns(make(n), bars))
      }),
      RUNS,
    )
  })

  test('is undefined before its first index and finite from there on', () => {
    fc.assert(
      fc.property(walks, periods, (bars, n) => {
        const indicator = make(n)
        for (const [i, values] of stream(indicator, bars).entries()) {
          if (i >= indicator.firstIndex) expect(values.every(Number.isFinite)).toBe(true)
          else expect(values.some(Number.isNaN)).toBe(true)
        }
      }),
      RUNS,
    )
  })
})

function closesOnly(closes: readonly number[]): Bars {
  return barsOf(closes.map((close, i) => [i * 60_000, close, close, close, close, 0]))
}

const closes = fc.array(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 1, maxLength: 120 })

test('SMA is bit-exactly the mean of its window, however long it has run', () => {
  fc.assert(
    fc.property(closes, periods, (prices, n) => {
      const [column] = indicatorColumns(new Sma(n), closesOnly(prices))
      for (let i = n - 1; i < prices.length; i++) {
        expect(column![i]).toBe(prices.slice(i - n + 1, i + 1).reduce((sum, price) => sum + price, 0) / n)
      }
    }),
  )
})

test('the deviation equals one computed directly from its window', () => {
  fc.assert(
    fc.property(closes, periods, (prices, n) => {
      const [column] = indicatorColumns(new Stddev(n), closesOnly(prices))
      for (let i = n - 1; i < prices.length; i++) {
        const window = prices.slice(i - n + 1, i + 1)
        const mean = window.reduce((sum, price) => sum + price, 0) / n
        const expected = Math.sqrt(window.reduce((sum, price) => sum + (price - mean) ** 2, 0) / n)
        expect(column![i]).toBeCloseTo(expected, 3)
      }
    }),
  )
})

test('the middle Bollinger band is bit-exactly the SMA', () => {
  fc.assert(
    fc.property(closes, periods, (prices, n) => {
      const bars = closesOnly(prices)
      expect(indicatorColumns(new Bollinger(n, 2), bars)[1]).toEqual(indicatorColumns(new Sma(n), bars)[0])
    }),
  )
})

describe('a flat market', () => {
  const flat = closesOnly(Array.from({ length: 60 }, () => 12_345))
  const last = (indicator: Indicator) => indicatorColumns(indicator, flat).map((column) => column.at(-1))

  test('has an RSI of 0, as in TA-Lib', () => expect(last(new Rsi(14))).toEqual([0]))
  test('has three equal Bollinger bands', () => expect(last(new Bollinger(20, 2))).toEqual([12_345, 12_345, 12_345]))
  test('has no deviation, range, momentum or MACD', () => {
    for (const indicator of [new Stddev(20), new Atr(14), new Momentum(10), new Roc(10)])
      expect(last(indicator)).toEqual([0])
    expect(last(new Macd(12, 26, 9))).toEqual([0, 0, 0])
  })
  test('has no direction', () => expect(last(new Adx(14))).toEqual([0, 0, 0, 0]))
})

describe('a market that only rises', () => {
  const rising = closesOnly(Array.from({ length: 60 }, (_, i) => 10_000 + 5 * i))
  const last = (indicator: Indicator) => indicatorColumns(indicator, rising).map((column) => column.at(-1))

  test('has an RSI of 100', () => expect(last(new Rsi(14))).toEqual([100]))
  test('has only upward direction', () => expect(last(new Adx(14))).toEqual([100, 100, 0, 100]))
})

test('an EMA of period one is bit-exactly the close', () => {
  fc.assert(
    fc.property(closes, (prices) => {
      expect([...indicatorColumns(new Ema(1), closesOnly(prices))[0]!]).toEqual(prices)
    }),
  )
})

test('MACD seeds its fast average on the last bars of the slow seed', () => {
  const prices = Array.from({ length: 6 }, (_, i) => (i + 1) ** 2)
  const [macd] = indicatorColumns(new Macd(2, 4, 1), closesOnly(prices))
  expect(macd![3]).toBe((9 + 16) / 2 - (1 + 4 + 9 + 16) / 4)
})

test('a bar that widens equally on both sides has no direction', () => {
  const rows = [
    [100, 110, 90],
    [105, 116, 92],
    [105, 120, 88],
  ].map(([close, high, low], i) => [i * 60_000, close!, high!, low!, close!, 0])
  const [, plusDi, minusDi] = indicatorColumns(new Adx(2), barsOf(rows))
  const range = 24 - 24 / 2 + 32
  expect([plusDi![2], minusDi![2]]).toEqual([100 * ((6 - 6 / 2) / range), 0])
})

type Golden = {
  series: { name: string; scale: number; high: number[]; low: number[]; close: number[] }[]
  cases: {
    series: string
    indicator: string
    parameters: number[]
    output: number
    unit: 'price' | 'percent'
    first_index: number
    values: Record<string, number>
    tolerance: number
  }[]
}

const golden = JSON.parse(readFileSync(new URL('../../golden/indicators.json', import.meta.url), 'utf8')) as Golden

function goldenBars(name: string): { bars: Bars; scale: number } {
  const series = golden.series.find((candidate) => candidate.name === name)!
  const rows = series.close.map((close, i) => [i * 60_000, close, series.high[i]!, series.low[i]!, close, 0])
  return { scale: series.scale, bars: barsOf(rows) }
}

test('the golden file covers every indicator', () => {
  expect(new Set(golden.cases.map((item) => item.indicator))).toEqual(new Set(Object.keys(BY_PARAMETERS)))
})

test.each(
  golden.cases.map(
    (item) => [`${item.indicator}(${item.parameters.join()}) output ${item.output} on ${item.series}`, item] as const,
  ),
)('%s equals TA-Lib', (_, item) => {
  const { bars, scale } = goldenBars(item.series)
  const column = indicatorColumns(BY_PARAMETERS[item.indicator]!(...item.parameters), bars)[item.output]!
  const unit = item.unit === 'price' ? scale : 1
  for (const [index, expected] of Object.entries(item.values)) {
    expect(Math.abs(column[Number(index)]! / unit - expected), `index ${index}`).toBeLessThan(item.tolerance)
  }
  expect(column.findIndex((value) => !Number.isNaN(value))).toBe(item.first_index)
})
