import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { Adx } from './adx.ts'
import { Atr } from './atr.ts'
import { Bollinger } from './bollinger.ts'
import { Ema } from './ema.ts'
import type { Indicator } from './indicator.ts'
import { indicatorColumns } from './indicator-columns.ts'
import { Macd } from './macd.ts'
import { Momentum } from './momentum.ts'
import { Roc } from './roc.ts'
import { Rsi } from './rsi.ts'
import { Sma } from './sma.ts'
import { Stddev } from './stddev.ts'
import { TrueRange } from './true-range.ts'

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

const MAKE: Record<string, (...parameters: number[]) => Indicator> = {
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

function barsOf(name: string): { bars: Bars; scale: number } {
  const series = golden.series.find((candidate) => candidate.name === name)!
  const close = Int32Array.from(series.close)
  return {
    scale: series.scale,
    bars: {
      timeMs: Float64Array.from(close, (_, i) => i * 60_000),
      openPaise: close,
      highPaise: Int32Array.from(series.high),
      lowPaise: Int32Array.from(series.low),
      closePaise: close,
      volume: new Float64Array(close.length),
    },
  }
}

test('the golden file covers every indicator', () => {
  expect(new Set(golden.cases.map((item) => item.indicator))).toEqual(new Set(Object.keys(MAKE)))
})

test.each(
  golden.cases.map(
    (item) => [`${item.indicator}(${item.parameters.join()}) output ${item.output} on ${item.series}`, item] as const,
  ),
)('%s equals TA-Lib', (_, item) => {
  const { bars, scale } = barsOf(item.series)
  const column = indicatorColumns(MAKE[item.indicator]!(...item.parameters), bars)[item.output]!
  const unit = item.unit === 'price' ? scale : 1
  for (const [index, expected] of Object.entries(item.values)) {
    expect(Math.abs(column[Number(index)]! / unit - expected), `index ${index}`).toBeLessThan(item.tolerance)
  }
  expect(column.findIndex((value) => !Number.isNaN(value))).toBe(item.first_index)
})

test.each(Object.entries(MAKE))('%s is defined from the index it declares', (name, make) => {
  const { bars } = barsOf('sixty-bars')
  const parameters = name === 'macd' ? [12, 26, 9] : [10, 2]
  const indicator = make(...parameters)
  const columns = indicatorColumns(indicator, bars)
  const firsts = columns.map((column) => column.findIndex((value) => !Number.isNaN(value)))
  expect(Math.max(...firsts)).toBe(indicator.firstIndex)
})
