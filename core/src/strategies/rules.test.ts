// An independent implementation of each rule's description over indicator columns; the strategies must give the same.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { Bollinger } from '../indicators/bollinger.ts'
import { Ema } from '../indicators/ema.ts'
import { indicatorColumns } from '../indicators/indicator-columns.ts'
import { Macd } from '../indicators/macd.ts'
import { Roc } from '../indicators/roc.ts'
import { Rsi } from '../indicators/rsi.ts'
import { Fingerprint } from '../fingerprint.ts'
import { barsOf, randomBars } from '../testing/random-bars.ts'
import { checkParameters } from './check-parameters.ts'
import { STRATEGIES } from './find-strategy.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { signalColumn } from './signal-column.ts'
import { valueOf } from '../testing/value-of.ts'

type Line = (i: number) => number
type Rule = {
  enterLong: (i: number) => boolean
  enterShort: (i: number) => boolean
  exitLong: (i: number) => boolean
  exitShort: (i: number) => boolean
}

const risesAbove = (line: Line, level: Line) => (i: number) => line(i) > level(i) && line(i - 1) <= level(i - 1)
const fallsBelow = (line: Line, level: Line) => (i: number) => line(i) < level(i) && line(i - 1) >= level(i - 1)
const flat =
  (value: number): Line =>
  () =>
    value
const column =
  (values: ArrayLike<number>): Line =>
  (i) =>
    values[i]!

const RULES: Record<
  keyof typeof STRATEGIES,
  { parameters: Record<string, number | boolean>; rule: (bars: Bars) => Rule }
> = {
  ema_strategy: {
    parameters: { ema_period: 20, fast_ema_period: 4, buy_threshold: 0.1, sell_threshold: 0.2 },
    rule: (bars) => {
      const fast = column(indicatorColumns(new Ema(4), bars)[0]!)
      const slow = column(indicatorColumns(new Ema(20), bars)[0]!)
      return {
        enterLong: risesAbove(fast, (i) => slow(i) * (1 + 0.1 / 100)),
        enterShort: fallsBelow(fast, (i) => slow(i) * (1 - 0.2 / 100)),
        exitLong: fallsBelow(fast, slow),
        exitShort: risesAbove(fast, slow),
      }
    },
  },
  rsi_strategy: {
    parameters: { rsi_period: 7, buy_threshold: 35, sell_threshold: 65 },
    rule: (bars) => {
      const rsi = column(indicatorColumns(new Rsi(7), bars)[0]!)
      return {
        enterLong: risesAbove(rsi, flat(35)),
        enterShort: fallsBelow(rsi, flat(65)),
        exitLong: (i) => rsi(i) >= 65,
        exitShort: (i) => rsi(i) <= 35,
      }
    },
  },
  macd_strategy: {
    parameters: { fast_period: 5, slow_period: 12, signal_period: 4 },
    rule: (bars) => {
      const histogram = column(indicatorColumns(new Macd(5, 12, 4), bars)[2]!)
      const up = risesAbove(histogram, flat(0))
      const down = fallsBelow(histogram, flat(0))
      return { enterLong: up, enterShort: down, exitLong: down, exitShort: up }
    },
  },
  bollinger_strategy: {
    parameters: { bollinger_period: 15, band_width: 1.5 },
    rule: (bars) => {
      const close = column(bars.closePaise)
      const [upper, middle, lower] = indicatorColumns(new Bollinger(15, 1.5), bars).map(column)
      return {
        enterLong: risesAbove(close, lower!),
        enterShort: fallsBelow(close, upper!),
        exitLong: (i) => close(i) >= middle!(i),
        exitShort: (i) => close(i) <= middle!(i),
      }
    },
  },
  momentum_strategy: {
    parameters: { momentum_period: 6, buy_threshold: 0.3, sell_threshold: 0.4 },
    rule: (bars) => {
      const change = column(indicatorColumns(new Roc(6), bars)[0]!)
      return {
        enterLong: risesAbove(change, flat(0.3)),
        enterShort: fallsBelow(change, flat(-0.4)),
        exitLong: (i) => change(i) <= 0,
        exitShort: (i) => change(i) >= 0,
      }
    },
  },
  multiple_stokes_strategy: {
    parameters: { ema_period: 12, momentum_period: 5, buy_threshold: 0.1, sell_threshold: 0.2 },
    rule: (bars) => {
      const close = column(bars.closePaise)
      const ema = column(indicatorColumns(new Ema(12), bars)[0]!)
      const change = column(indicatorColumns(new Roc(5), bars)[0]!)
      return {
        enterLong: (i) => risesAbove(close, ema)(i) && change(i) > 0.1,
        enterShort: (i) => fallsBelow(close, ema)(i) && change(i) < -0.2,
        exitLong: (i) => close(i) < ema(i),
        exitShort: (i) => close(i) > ema(i),
      }
    },
  },
}

const FIRST_DECISION = {
  ema_strategy: 20,
  rsi_strategy: 8,
  macd_strategy: 15,
  bollinger_strategy: 15,
  momentum_strategy: 7,
  multiple_stokes_strategy: 12,
}

function signalsOf(botType: keyof typeof STRATEGIES, parameters: Record<string, unknown>, bars: Bars): number[] {
  const strategy = STRATEGIES[botType]
  return [...signalColumn(strategy.plan(valueOf(checkParameters(strategy, parameters))), bars)]
}

test.each(Object.keys(RULES) as (keyof typeof RULES)[])('%s follows its rule description', (botType) => {
  const bars = randomBars(21, { length: 2_000 })
  const { parameters, rule } = RULES[botType]
  const { enterLong, enterShort, exitLong, exitShort } = rule(bars)
  const expected = Array.from(bars.closePaise, (_, i) => {
    if (i < FIRST_DECISION[botType]) return 0
    return (
      (enterLong(i) ? ENTER_LONG : 0) |
      (enterShort(i) ? ENTER_SHORT : 0) |
      (exitLong(i) ? EXIT_LONG : 0) |
      (exitShort(i) ? EXIT_SHORT : 0)
    )
  })
  expect(signalsOf(botType, parameters, bars)).toEqual(expected)
})

type Golden = {
  high: number[]
  low: number[]
  close: number[]
  cases: { bot_type: keyof typeof STRATEGIES; parameters: Record<string, number | boolean>; signals: number[] }[]
}

const golden = JSON.parse(readFileSync(new URL('../../golden/strategies.json', import.meta.url), 'utf8')) as Golden

test.each(golden.cases.map((item) => [item.bot_type, item] as const))('%s gives the golden signals', (_, item) => {
  const bars = barsOf(golden.close.map((close, i) => [i * 60_000, close, golden.high[i]!, golden.low[i]!, close, 0]))
  expect(signalsOf(item.bot_type, item.parameters, bars)).toEqual(item.signals)
})

test('the golden signals cover every strategy and every kind of signal', () => {
  for (const botType of Object.keys(STRATEGIES)) {
    const signals = golden.cases.filter((item) => item.bot_type === botType).flatMap((item) => item.signals)
    const bits = signals.reduce((seen, signal) => seen | signal, 0)
    expect(bits, botType).toBe(ENTER_LONG | ENTER_SHORT | EXIT_LONG | EXIT_SHORT)
  }
})

// A strategy is registered with the exchange by what it does. If its golden signals change, raise its `revision` and
// pin the new fingerprint here: the version hash changes with it, and real-money trading needs a new registration.
const PINNED: Record<keyof typeof STRATEGIES, { revision: number; signals: string }> = {
  ema_strategy: { revision: 1, signals: 'c323e094de7d08358a8e112d776c140b' },
  rsi_strategy: { revision: 1, signals: 'c41ebb0dc79eb91ff9008454502c13c5' },
  macd_strategy: { revision: 1, signals: '3adefa4ff34fc7cd19d5e063d6e3cb95' },
  bollinger_strategy: { revision: 1, signals: 'f0c2d1b926103c9b9059a1417d8475da' },
  momentum_strategy: { revision: 1, signals: 'bc3fbc82184f94dc064e4e7afa50759d' },
  multiple_stokes_strategy: { revision: 1, signals: 'e4ddb3ad4e1f83db162f463a7cac8742' },
}

test.each(Object.entries(PINNED))('%s changes its golden signals only with a new revision', (botType, pinned) => {
  const print = new Fingerprint()
  for (const item of golden.cases.filter((each) => each.bot_type === botType)) {
    print.addText(JSON.stringify(item.parameters))
    print.addColumn(Int32Array.from(item.signals))
  }
  const { revision } = STRATEGIES[botType as keyof typeof STRATEGIES]
  expect({ revision, signals: print.digest() }).toEqual(pinned)
})
