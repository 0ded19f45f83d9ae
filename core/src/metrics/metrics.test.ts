import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumberOf, indiaDayNumber, indiaDayStartMs } from '../time.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'
import { dailySharpe } from './daily-sharpe.ts'
import { exposure } from './exposure.ts'
import { hourlyBreakdown } from './hourly-breakdown.ts'
import { maxDrawdown } from './max-drawdown.ts'
import { summariseTrades } from './summarise-trades.ts'
import { tradeIntervals } from './trade-intervals.ts'
import { valueOf } from '../testing/value-of.ts'

const DAY = dayNumberOf('2026-08-03')
const at = (minutes: number, days = 0) => indiaDayStartMs(DAY + days) + minutes * 60_000
const trade = (netPaise: number, entryMin = 0, exitMin = entryMin): ClosedRoundTrip => ({
  netPaise,
  entryAtMs: at(entryMin),
  exitAtMs: at(exitMin),
})

const tradeLists = fc
  .array(
    fc.tuple(
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 90 }),
    ),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows
      .map(([net, entry, held]) => trade(net, entry, entry + held))
      .sort((left, right) => left.exitAtMs - right.exitAtMs),
  )

describe('summary of trades', () => {
  test('matches five trades calculated by hand', () => {
    const trades = [500, 300, -200, -400, 100].map((net) => trade(net))
    expect(valueOf(summariseTrades(trades))).toEqual({
      trades: 5,
      wins: 3,
      losses: 2,
      netPaise: 300,
      grossProfitPaise: 900,
      grossLossPaise: 600,
      winRate: 0.6,
      profitFactor: 1.5,
      expectancyPaise: 60,
      averageWinPaise: 300,
      averageLossPaise: 300,
      bestPaise: 500,
      worstPaise: -400,
      longestWinStreak: 2,
      longestLossStreak: 2,
      currentStreak: 1,
    })
  })

  test('figures without trades are null, never zero', () => {
    expect(valueOf(summariseTrades([]))).toMatchObject({
      trades: 0,
      netPaise: 0,
      winRate: null,
      profitFactor: null,
      expectancyPaise: null,
      averageWinPaise: null,
      averageLossPaise: null,
      bestPaise: null,
      worstPaise: null,
    })
  })

  test('a trade with zero profit is neither a win nor a loss and ends a streak', () => {
    expect(valueOf(summariseTrades([trade(1), trade(0), trade(1)]))).toMatchObject({
      wins: 2,
      losses: 0,
      longestWinStreak: 1,
      currentStreak: 1,
    })
    expect(valueOf(summariseTrades([trade(-1), trade(0)]))).toMatchObject({ currentStreak: 0 })
  })

  test('equals a naive implementation on any trades', () => {
    fc.assert(
      fc.property(tradeLists, (trades) => {
        const nets = trades.map((one) => one.netPaise)
        const sum = (list: number[]) => list.reduce((left, right) => left + right, 0)
        const won = nets.filter((net) => net > 0)
        const lost = nets.filter((net) => net < 0)
        const longest = (letter: string) =>
          Math.max(
            0,
            ...nets
              .map((net) => (net > 0 ? 'w' : net < 0 ? 'l' : '-'))
              .join('')
              .split(new RegExp(`[^${letter}]`))
              .map((run) => run.length),
          )
        expect(valueOf(summariseTrades(trades))).toMatchObject({
          wins: won.length,
          losses: lost.length,
          netPaise: sum(nets),
          winRate: nets.length ? won.length / nets.length : null,
          profitFactor: lost.length ? sum(won) / -sum(lost) : null,
          bestPaise: nets.length ? Math.max(...nets) : null,
          worstPaise: nets.length ? Math.min(...nets) : null,
          longestWinStreak: longest('w'),
          longestLossStreak: longest('l'),
        })
      }),
    )
  })
})

describe('drawdown', () => {
  const drawdown = (...equityPaise: number[]) =>
    valueOf(maxDrawdown({ atMs: equityPaise.map((_, row) => row), equityPaise }))

  test('the largest drawdown in paise and in percent may be different falls', () => {
    expect(drawdown(1_000, 800, 5_000, 4_500, 6_000)).toEqual({ paise: 500, percent: 20, peakRow: 2, troughRow: 3 })
  })

  test('an equity that never falls has a drawdown of zero without rows', () => {
    expect(drawdown(1, 1, 2, 3)).toEqual({ paise: 0, percent: 0, peakRow: null, troughRow: null })
  })

  test('the percentage is null if the equity was never above zero', () => {
    expect(drawdown(-10, -30)).toMatchObject({ paise: 20, percent: null })
  })

  test('equals the largest fall over all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 }), (equity) => {
        let paise = 0
        let percent = 0
        for (const [row, peak] of equity.entries()) {
          for (const value of equity.slice(row)) {
            paise = Math.max(paise, peak - value)
            percent = Math.max(percent, ((peak - value) / peak) * 100)
          }
        }
        const found = drawdown(...equity)
        expect(found.paise).toBe(paise)
        expect(found.percent).toBeCloseTo(percent, 10)
      }),
    )
  })
})

describe('Sharpe ratio', () => {
  test('matches three days calculated by hand: +1 %, -1 %, +3 %', () => {
    const equityPaise = [1_000_000, 900_000, 1_010_000, 999_900, 1_029_897]
    const atMs = [at(555), at(600), at(900), at(900, 1), at(900, 2)]
    // mean 1 %, sample deviation 2 %, so half of the root of 252
    expect(valueOf(dailySharpe({ atMs, equityPaise }))).toBeCloseTo(Math.sqrt(252) / 2, 9)
  })

  test.each([
    ['one day', [100, 110], [0, 0]],
    ['returns that do not vary', [100, 100, 100], [0, 1, 2]],
    ['returns that vary by rounding noise only', [1_000, 1_100, 1_210, 1_331], [0, 0, 1, 2]],
    ['an equity that reached zero', [100, 0, 100], [0, 1, 2]],
    ['an equity that ends below zero', [100, 120, -5], [0, 1, 2]],
  ])('is null, not zero, for %s', (_, equityPaise, days) => {
    expect(valueOf(dailySharpe({ atMs: days.map((day) => at(600, day)), equityPaise }))).toBeNull()
  })

  test('equals a naive implementation', () => {
    const curves = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1_000, max: 9_000 })), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(curves, (steps) => {
        let hours = 0
        const atMs = Float64Array.from(steps, ([step]) => (hours += step * 7) * 3_600_000)
        const equityPaise = Float64Array.from(steps, ([, value]) => value)
        const ends = new Map<number, number>()
        atMs.forEach((time, row) => ends.set(indiaDayNumber(time), equityPaise[row]!))
        const closes = [equityPaise[0]!, ...ends.values()]
        const gains = closes.slice(1).map((close, row) => close / closes[row]! - 1)
        const mean = gains.reduce((left, right) => left + right, 0) / gains.length
        const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1)
        const isDefined = gains.length > 1 && variance > 1e-24
        const found = valueOf(dailySharpe({ atMs, equityPaise }))
        expect(found !== null).toBe(isDefined)
        expect(found ?? 0).toBeCloseTo(isDefined ? (mean / Math.sqrt(variance)) * Math.sqrt(252) : 0, 6)
      }),
    )
  })
})

describe('exposure', () => {
  const bars = Array.from({ length: 10 }, (_, bar) => at(bar))

  test('is null without bars and zero without trades', () => {
    expect(valueOf(exposure([trade(1)], []))).toBeNull()
    expect(valueOf(exposure([], bars))).toBe(0)
  })

  test('equals checking every bar against every trade', () => {
    const clock = Array.from({ length: 600 }, (_, bar) => at(bar))
    fc.assert(
      fc.property(tradeLists, (trades) => {
        const held = clock.filter((bar) =>
          trades.some((one) => bar === one.entryAtMs || (bar > one.entryAtMs && bar < one.exitAtMs)),
        )
        expect(valueOf(exposure(trades, clock))).toBe(held.length / clock.length)
      }),
    )
  })
})

describe('hours and intervals', () => {
  test('trades are grouped by the India hour of their exit', () => {
    const trades = [trade(100, 555, 599), trade(-50, 560, 600), trade(70, 610, 659)]
    expect(valueOf(hourlyBreakdown(trades))).toEqual([
      { hour: 9, trades: 1, wins: 1, netPaise: 100 },
      { hour: 10, trades: 2, wins: 1, netPaise: 20 },
    ])
  })

  test('the hours add up to the trades', () => {
    fc.assert(
      fc.property(tradeLists, (trades) => {
        const hours = valueOf(hourlyBreakdown(trades))
        const total = (pick: (hour: (typeof hours)[number]) => number) =>
          hours.reduce((sum, hour) => sum + pick(hour), 0)
        expect(total((hour) => hour.trades)).toBe(trades.length)
        expect(total((hour) => hour.netPaise)).toBe(trades.reduce((sum, one) => sum + one.netPaise, 0))
      }),
    )
  })

  test('matches intervals calculated by hand', () => {
    const trades = [trade(1, 0, 10), trade(1, 30, 35), trade(1, 40, 55)]
    expect(valueOf(tradeIntervals(trades))).toEqual({
      betweenEntriesMs: [1_800_000, 600_000],
      averageBetweenEntriesMs: 1_200_000,
      averageHeldMs: 600_000,
      shortestHeldMs: 300_000,
      longestHeldMs: 900_000,
    })
  })

  test('one trade has no interval and no trade has no holding time', () => {
    expect(valueOf(tradeIntervals([trade(1, 0, 5)]))).toMatchObject({ averageBetweenEntriesMs: null })
    expect(valueOf(tradeIntervals([]))).toMatchObject({
      averageHeldMs: null,
      shortestHeldMs: null,
      longestHeldMs: null,
    })
  })
})

describe('bad input', () => {
  test.each([
    ['netPaise', { ...trade(1), netPaise: 0.5 }],
    ['netPaise', { ...trade(1), netPaise: Number.NaN }],
    ['entryAtMs', { ...trade(1), entryAtMs: Number.NaN }],
    ['exitAtMs', trade(1, 5, 4)],
  ])('a trade with a wrong %s is refused with its row', (field, wrong) => {
    const trades = [trade(1), wrong]
    const refused = { ok: false, refusal: { code: 'TRADE_INVALID', field, barIndex: 1 } }
    expect(summariseTrades(trades)).toMatchObject(refused)
    expect(hourlyBreakdown(trades)).toMatchObject(refused)
    expect(tradeIntervals(trades)).toMatchObject(refused)
    expect(exposure(trades, [0])).toMatchObject(refused)
  })

  test('trades out of order are refused', () => {
    expect(summariseTrades([trade(1, 5), trade(1, 4)])).toMatchObject({ refusal: { code: 'TRADES_OUT_OF_ORDER' } })
  })

  test.each([
    ['EQUITY_EMPTY', [], []],
    ['EQUITY_INVALID', [1], [1, 2]],
    ['EQUITY_INVALID', [1, 2], [1, Number.NaN]],
    ['EQUITY_INVALID', [1, Number.NaN], [1, 2]],
    ['EQUITY_OUT_OF_ORDER', [2, 1], [1, 2]],
  ])('equity is refused with %s', (code, atMs, equityPaise) => {
    expect(maxDrawdown({ atMs, equityPaise })).toMatchObject({ ok: false, refusal: { code } })
    expect(dailySharpe({ atMs, equityPaise })).toMatchObject({ ok: false, refusal: { code } })
  })
})
