import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { barsOf, randomBars } from '../testing/random-bars.ts'
import { checkParameters } from './check-parameters.ts'
import { findStrategy, STRATEGIES } from './find-strategy.ts'
import type { ParameterSpec } from './parameter.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'
import { signalColumn } from './signal-column.ts'
import type { Strategy, StrategyPlan } from './strategy.ts'
import { streamSignals } from './stream-signals.ts'
import { refusalOf, valueOf } from '../testing/value-of.ts'

const all = Object.values(STRATEGIES)

const valuesOf = (strategy: Strategy, given: Record<string, unknown> = {}) => valueOf(checkParameters(strategy, given))

function streamed(plan: StrategyPlan, bars: Bars): number[] {
  const stream = streamSignals(plan)
  return Array.from(bars.closePaise, (close, i) => stream.step(close, bars.highPaise[i]!, bars.lowPaise[i]!))
}

function anyValue(spec: ParameterSpec): fc.Arbitrary<number | boolean> {
  if (spec.type === 'bool') return fc.boolean()
  const steps = Math.floor((spec.max - spec.min) / spec.step)
  return fc.nat(Math.min(steps, 40)).map((step) => spec.min + step * spec.step)
}

function anyValues(strategy: Strategy): fc.Arbitrary<Record<string, number | boolean>> {
  return fc.record(Object.fromEntries(Object.entries(strategy.parameters).map(([key, spec]) => [key, anyValue(spec)])))
}

describe.each(all.map((strategy) => [strategy.botType, strategy] as const))('%s', (_, strategy) => {
  test('gives exactly the same signals bar by bar as over columns', () => {
    fc.assert(
      fc.property(anyValues(strategy), fc.nat(), fc.integer({ min: 1, max: 400 }), (given, seed, length) => {
        const checked = checkParameters(strategy, given)
        fc.pre(checked.ok)
        if (!checked.ok) return
        const bars = randomBars(seed, { length })
        expect(streamed(strategy.plan(checked.value), bars)).toEqual([
          ...signalColumn(strategy.plan(checked.value), bars),
        ])
      }),
      { numRuns: 60 },
    )
  })

  test('gives the same signals across block boundaries', () => {
    const bars = randomBars(5, { length: 9_000 })
    const plan = () => strategy.plan(valuesOf(strategy))
    const column = signalColumn(plan(), bars)
    expect(column).toEqual(Uint8Array.from(streamed(plan(), bars)))
    for (const kind of [ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT])
      expect(column.some((signal) => (signal & kind) !== 0)).toBe(true)
  })

  test('never looks ahead: later bars do not change earlier signals', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 300 }), (seed, cut) => {
        const bars = randomBars(seed, { length: 300 })
        const shorter = barsOf(
          Array.from({ length: cut }, (__, i) => [
            bars.timeMs[i]!,
            bars.openPaise[i]!,
            bars.highPaise[i]!,
            bars.lowPaise[i]!,
            bars.closePaise[i]!,
            0,
          ]),
        )
        const plan = strategy.plan(valuesOf(strategy))
        expect([...signalColumn(plan, shorter)]).toEqual([...signalColumn(plan, bars).subarray(0, cut)])
      }),
      { numRuns: 30 },
    )
  })

  test('never enters both sides at the same bar', () => {
    const bars = randomBars(11, { length: 3_000 })
    const both = ENTER_LONG | ENTER_SHORT
    for (const signal of signalColumn(strategy.plan(valuesOf(strategy)), bars)) expect(signal & both).not.toBe(both)
  })

  test('declares valid defaults within their range, each with a label and a help text', () => {
    expect(checkParameters(strategy, {}).ok).toBe(true)
    for (const spec of Object.values(strategy.parameters)) {
      expect(Number(spec.default)).toBeGreaterThanOrEqual(spec.min)
      expect(Number(spec.default)).toBeLessThanOrEqual(spec.max)
      expect(spec.label.length).toBeGreaterThan(2)
      expect(spec.help).toMatch(/\.$/)
    }
    expect(strategy.rule.length).toBeGreaterThan(100)
  })

  test.each(Object.entries(strategy.parameters).filter(([, spec]) => spec.type !== 'bool'))(
    'refuses %s out of range by name',
    (key, spec) => {
      for (const [value, code] of [
        [spec.min - 1, 'BELOW_MINIMUM'],
        [spec.max + 1, 'ABOVE_MAXIMUM'],
        [NaN, 'NOT_A_NUMBER'],
      ] as const)
        expect(refusalOf(checkParameters(strategy, { [key]: value }))).toMatchObject({ code, field: key })
    },
  )
})

function signalsOf(strategy: Strategy, given: Record<string, unknown>, closes: readonly number[]): number[] {
  const bars = barsOf(closes.map((close, i) => [i * 60_000, close, close, close, close, 0]))
  return streamed(strategy.plan(valuesOf(strategy, given)), bars)
}

test('the EMA strategy buys at a cross above, sells at a cross below and gives no signal in between', () => {
  const signals = signalsOf(STRATEGIES.ema_strategy, { ema_period: 3 }, [100, 100, 100, 110, 112, 113, 90, 89])
  expect(signals).toEqual([0, 0, 0, ENTER_LONG | EXIT_SHORT, 0, 0, ENTER_SHORT | EXIT_LONG, 0])
})

test('without shorts a cross below only exits the long', () => {
  expect(
    signalsOf(STRATEGIES.ema_strategy, { ema_period: 3, allow_short: false }, [100, 100, 100, 110, 90]).at(-1),
  ).toBe(EXIT_LONG)
})

test('thresholds delay entries until the distance is reached, but not exits', () => {
  const signals = signalsOf(
    STRATEGIES.ema_strategy,
    { ema_period: 2, buy_threshold: 5, sell_threshold: 5 },
    [1_000, 1_000, 1_010, 1_400, 1_200],
  )
  expect(signals).toEqual([0, 0, EXIT_SHORT, ENTER_LONG, EXIT_LONG])
})

test('the RSI strategy buys when RSI rises out of the oversold zone', () => {
  const signals = signalsOf(STRATEGIES.rsi_strategy, { rsi_period: 2 }, [100, 90, 80, 70, 80, 120])
  expect(signals).toEqual([0, 0, 0, EXIT_SHORT, ENTER_LONG, EXIT_LONG])
})

test('a fractional integer, an invalid switch and an unknown parameter are refused', () => {
  const strategy = STRATEGIES.ema_strategy
  const code = (given: Record<string, unknown>) => {
    const checked = checkParameters(strategy, given)
    return checked.ok ? 'OK' : checked.refusal.code
  }
  expect(code({ ema_period: 2.5 })).toBe('NOT_WHOLE')
  expect(code({ allow_short: 1 })).toBe('NOT_A_SWITCH')
  expect(code({ ema_length: 20 })).toBe('UNKNOWN_PARAMETER')
  expect(code({ ema_period: '20' })).toBe('NOT_A_NUMBER')
  expect(code({ buy_threshold: 0.25 })).toBe('OK')
})

test.each([
  ['ema_strategy', { ema_period: 10, fast_ema_period: 11 }, 'fast_ema_period'],
  ['macd_strategy', { fast_period: 26, slow_period: 26 }, 'slow_period'],
  ['rsi_strategy', { buy_threshold: 70, sell_threshold: 70 }, 'sell_threshold'],
] as const)('%s refuses values that contradict each other', (botType, given, field) => {
  const refusal = refusalOf(checkParameters(STRATEGIES[botType], given))
  expect(refusal).toMatchObject({ code: 'PARAMETERS_CONFLICT', field })
})

test('every bot type but custom_strategy has a native strategy, and only one type is two-sided', () => {
  expect(findStrategy('ema_strategy')).toBe(STRATEGIES.ema_strategy)
  expect(findStrategy('custom_strategy')).toBe(null)
  expect(findStrategy('toString')).toBe(null)
  expect(all.filter((strategy) => strategy.isTwoSided).map((strategy) => strategy.botType)).toEqual([
    'multiple_stokes_strategy',
  ])
})
