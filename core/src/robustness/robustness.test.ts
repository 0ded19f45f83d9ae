import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emaStrategy } from '../strategies/ema-strategy.ts'
import { checkParameters } from '../strategies/check-parameters.ts'
import { DAY_MS } from '../time.ts'
import { type Evidence, judgeRobustness } from './judge-robustness.ts'
import { neighboursOf } from './neighbours-of.ts'
import { resampleRoundTrips } from './resample-round-trips.ts'
import { sumParts } from './sum-parts.ts'
import { walkForwardTrades } from './walk-forward-trades.ts'
import { valueOf } from '../testing/value-of.ts'

describe('resampling', () => {
  test('equal trades make the same in every mixture, and never fall', () => {
    const same = { worstPaise: 500, middlePaise: 500, bestPaise: 500 }
    const none = { worstPaise: 0, middlePaise: 0, bestPaise: 0 }
    expect(resampleRoundTrips([100, 100, 100, 100, 100], 1)).toEqual({ times: 1_000, net: same, drawdown: none })
    expect(resampleRoundTrips([], 1)).toBeNull()
  })

  test('its spread is that of drawing with replacement', () => {
    // A hundred tosses for a rupee: the middle is 0, and 5 % lie beyond 1.645 deviations of 10 rupees each.
    const tosses = Array.from({ length: 100 }, (_, toss) => (toss % 2 === 0 ? 100 : -100))
    const { net, drawdown } = resampleRoundTrips(tosses, 7, 20_000)!
    expect(Math.abs(net.middlePaise)).toBeLessThanOrEqual(200)
    expect(net.worstPaise).toBeGreaterThanOrEqual(-1_800)
    expect(net.worstPaise).toBeLessThanOrEqual(-1_500)
    expect(net.bestPaise).toBeGreaterThanOrEqual(1_500)
    expect(drawdown.worstPaise).toBeGreaterThan(drawdown.middlePaise)
    expect(drawdown.bestPaise).toBeLessThan(drawdown.middlePaise)
  })

  test('a seed gives the same figures, and the order of its trades does not change the middle much', () => {
    const anyTrades = fc.array(fc.integer({ min: -10_000, max: 10_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(anyTrades, fc.integer(), (trades, seed) => {
        const found = resampleRoundTrips(trades, seed, 50)!
        expect(resampleRoundTrips(trades, seed, 50)).toEqual(found)
        expect(found.net.worstPaise).toBeLessThanOrEqual(found.net.middlePaise)
        expect(found.net.middlePaise).toBeLessThanOrEqual(found.net.bestPaise)
        expect(found.drawdown.worstPaise).toBeGreaterThanOrEqual(found.drawdown.bestPaise)
        expect(found.drawdown.bestPaise).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('neighbours', () => {
  const chosenOf = (values: Record<string, number>) => valueOf(checkParameters(emaStrategy, values))

  test('each number moves by 10 and 20 %, everything else as chosen', () => {
    const chosen = chosenOf({ fast_ema_period: 10, ema_period: 50 })
    const slow = neighboursOf(emaStrategy, chosen).filter(({ field }) => field === 'ema_period')
    expect(slow.map(({ movedPercent, values }) => [movedPercent, values['ema_period']])).toEqual([
      [-20, 40],
      [-10, 45],
      [10, 55],
      [20, 60],
    ])
    expect(slow.every(({ values }) => values['fast_ema_period'] === 10)).toBe(true)
  })

  test('a small whole number moves by whole steps, and what the strategy does not take is left out', () => {
    const chosen = chosenOf({ fast_ema_period: 2, ema_period: 3 })
    const moves = (field: string) =>
      neighboursOf(emaStrategy, chosen).flatMap((one) => (one.field === field ? [one.values[field]] : []))
    // Two may become one, not zero, and must not pass three.
    expect(moves('fast_ema_period')).toEqual([1, 3])
    expect(moves('ema_period')).toEqual([2, 4, 5])
  })
})

describe('over time', () => {
  const DAYS = { fromMs: 0, untilMs: 60 * DAY_MS }
  const trade = (day: number, netPaise: number) => ({ netPaise, entryAtMs: day * DAY_MS, exitAtMs: day * DAY_MS + 1 })
  const daily = (net: (day: number) => number) => Array.from({ length: 60 }, (_, day) => trade(day, net(day)))

  test('the best of the days before is tried on the days after, and what it made there is told', () => {
    const early = { parameters: { period: 1 }, trades: daily((day) => (day < 30 ? 100 : -50)) }
    const late = { parameters: { period: 2 }, trades: daily((day) => (day < 30 ? -50 : 100)) }
    const folds = walkForwardTrades([early, late], DAYS, { folds: 3, trainPerValidate: 3 })!
    expect(folds.map(({ parameters }) => parameters['period'])).toEqual([1, 1, 2])
    expect(folds.map(({ trainedPaisePerDay }) => trainedPaisePerDay)).toEqual([100, 50, 50])
    expect(folds.map(({ validatedPaisePerDay }) => validatedPaisePerDay)).toEqual([-50, -50, 100])
    expect(folds.map(({ fromMs, untilMs }) => [fromMs / DAY_MS, untilMs / DAY_MS])).toEqual([
      [30, 40],
      [40, 50],
      [50, 60],
    ])
  })

  test('too short a time is not judged', () => {
    const one = { parameters: {}, trades: [trade(0, 1)] }
    const week = { fromMs: 0, untilMs: 7 * DAY_MS }
    expect(walkForwardTrades([one], week, { folds: 4, trainPerValidate: 3 })).toBeNull()
    expect(walkForwardTrades([], DAYS, { folds: 4, trainPerValidate: 3 })).toBeNull()
  })

  test('every trade counts in one part of the time', () => {
    expect(sumParts([trade(0, 1), trade(14, 2), trade(15, 4), trade(59, 8)], DAYS, 4)).toEqual([3, 4, 0, 8])
  })
})

describe('the sentence', () => {
  const spread = { worstPaise: 100, middlePaise: 200, bestPaise: 300 }
  const good: Evidence = {
    trades: 100,
    netPaise: 10_000,
    resampled: { times: 1_000, net: spread, drawdown: spread },
    neighboursPaise: [1, 2, 3, -1],
    dearerPaise: [2, 1],
    partsPaise: [1, 1, 1, -1],
  }

  test.each<[string, Partial<Evidence>, RegExp]>([
    ['robust', {}, /^Robust: the result holds/],
    ['too few trades', { trades: 29 }, /^Too few trades to tell: 29 of the 30/],
    ['losing', { netPaise: 0 }, /lost money/],
    ['fragile', { dearerPaise: [1, -1] }, /^Fragile: dearer fills take the profit\.$/],
    ['fragile', { neighboursPaise: [1, -1] }, /slightly different parameters lose money/],
    ['fragile', { partsPaise: [9, -1, -1, -1] }, /a part of the time/],
    [
      'fragile',
      { resampled: { ...good.resampled!, net: { ...spread, worstPaise: 0 } }, dearerPaise: [0] },
      /mixture of its trades loses money and dearer fills take the profit/,
    ],
  ])('%s', (kind, change, sentence) => {
    const verdict = judgeRobustness({ ...good, ...change })
    expect(verdict.kind).toBe(kind)
    expect(verdict.sentence).toMatch(sentence)
  })
})
