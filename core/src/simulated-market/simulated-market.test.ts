import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import { NIFTY_50, tickForPrice } from './nifty-50.ts'
import { quietMinutes } from './prices/quiet-minutes.ts'
import { simulateBars } from './simulate-bars.ts'
import { type SimulatedTick, simulateTicks } from './simulate-ticks.ts'
import { simulatedInstrumentFor } from './simulated-instrument-for.ts'
import { type SimulatedMarket, tradingLeg } from './trading-leg.ts'
import { valueOf } from '../testing/value-of.ts'
import { Fingerprint } from '../fingerprint.ts'

const NSE: SimulatedMarket = { seed: 2026, hours: 'nse' }
const DEMO: SimulatedMarket = { seed: 2026, hours: 'demo' }
const RELIANCE = NIFTY_50.find((stock) => stock.symbol === 'RELIANCE-EQ')!
const HOUR_MS = 60 * MINUTE_MS

const startOf = (day: string) => indiaDayStartMs(dayNumberOf(day))
const NOON = startOf('2026-11-16') + 12 * HOUR_MS
const days = (from: string, count = 1) => ({
  fromMs: startOf(from),
  untilMs: indiaDayStartMs(dayNumberOf(from) + count),
})

const barsOf = (market: SimulatedMarket, range: { fromMs: number; untilMs: number }, stock = RELIANCE) =>
  valueOf(simulateBars(market, stock, range))

const columns = (bars: Bars) => Object.values(bars)

/** One changed tick anywhere changes it. */
function fingerprint(bars: Bars): string {
  const print = new Fingerprint()
  for (const column of columns(bars)) print.addColumn(column)
  return print.digest()
}

function tickFingerprint(ticks: readonly SimulatedTick[]): string {
  const print = new Fingerprint()
  for (const of of ['atMs', 'pricePaise', 'quantity'] as const)
    print.addColumn(Float64Array.from(ticks, (tick) => tick[of]))
  return print.digest()
}

/** Minutes without a trade. */
function quietIn(market: SimulatedMarket, from: string, count = 1, stock = RELIANCE): number {
  const legs = Array.from({ length: count }, (_, day) => tradingLeg(market, stock, dayNumberOf(from) + day))
  return legs.reduce((sum, leg) => sum + (leg ? quietMinutes(leg).filter((kind) => kind !== 0).length : 0), 0)
}

/** A stock without derivatives: bands of its own, and more minutes without a trade. */
const THIN = simulatedInstrumentFor({ symbol: 'SUZLON-EQ', token: '12018', tickPaise: 1, lotSize: 1 })
const anyStock = fc.constantFrom(...NIFTY_50, THIN)
const anyMarket = fc.record({
  seed: fc.integer({ min: 0, max: 4_294_967_295 }),
  hours: fc.constantFrom('nse' as const, 'demo' as const),
  generator: fc.constantFrom(1 as const, 2 as const),
})

const FINGERPRINTS = {
  1: {
    week: 'a9637f46e1f4a6dd3b635e2bdf58fd8c',
    weekOfThinStock: 'dbd1c223c26957a157d3324e5c47d77f',
    demoDay: '9c89c927e398dab5cd48bfe308a2a628',
    demoTicks: '2a32db74616d0099d9af18d874e51402',
  },
  2: {
    week: '9d4b1f552e7343b372b6f63b665ddd0a',
    weekOfThinStock: 'd2f63f3e5952e9058d743e35819847b7',
    demoDay: 'c4349e4c4bb5c0f15835a00c42396eb8',
    demoTicks: 'd96fcc08071ed0f86091e38f7dfa62f6',
  },
} as const

// A release that changes a fingerprint moves the prices under open positions. Other prices need another generator.
describe('determinism', () => {
  test('a week of NSE minutes around the closing auction is whole', () => {
    const bars = barsOf(NSE, days('2026-07-29', 7))
    expect(bars.timeMs).toHaveLength(375 * 3 + 360 * 2 - quietIn(NSE, '2026-07-29', 7))
  })

  test.each(Object.entries(FINGERPRINTS))('prices of generator %s have these fingerprints', (version, expected) => {
    const generator = version === '1' ? 1 : 2
    const hour = { fromMs: NOON, untilMs: NOON + HOUR_MS }
    expect({
      week: fingerprint(barsOf({ ...NSE, generator }, days('2026-07-29', 7))),
      weekOfThinStock: fingerprint(barsOf({ ...NSE, generator }, days('2026-07-29', 7), THIN)),
      demoDay: fingerprint(barsOf({ ...DEMO, generator }, days('2026-11-15'))),
      demoTicks: tickFingerprint(valueOf(simulateTicks({ ...DEMO, generator }, RELIANCE, hour))),
    }).toEqual(expected)
  })

  test('a market without a version has the first generator', () => {
    expect(fingerprint(barsOf(NSE, days('2026-07-29', 7)))).toBe(FINGERPRINTS[1].week)
  })

  test('another seed or another stock gives a different market', () => {
    const prints = [
      fingerprint(barsOf(NSE, days('2026-08-03'))),
      fingerprint(barsOf({ ...NSE, seed: 2027 }, days('2026-08-03'))),
      fingerprint(barsOf(NSE, days('2026-08-03'), { ...RELIANCE, token: '2886' })),
    ]
    expect(new Set(prints).size).toBe(3)
  })
})

describe('random access', () => {
  test.each([NSE, DEMO])('a part of $hours has the same bars as the same part of the whole', (market) => {
    const from = startOf('2026-07-30')
    const whole = barsOf(market, { fromMs: from, untilMs: from + 6 * 24 * HOUR_MS })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_900 }), fc.integer({ min: 0, max: 700 }), (start, length) => {
        const range = { fromMs: from + start * MINUTE_MS, untilMs: from + (start + length) * MINUTE_MS }
        const part = barsOf(market, range)
        const first = whole.timeMs.findIndex((time) => time >= range.fromMs)
        const rows = whole.timeMs.filter((time) => time >= range.fromMs && time < range.untilMs).length
        const begin = first < 0 ? whole.timeMs.length : first
        expect(columns(part)).toEqual(columns(whole).map((column) => column.slice(begin, begin + rows)))
      }),
      { numRuns: 12 },
    )
  })
})

describe('ticks', () => {
  test('a bar is exactly the aggregate of its ticks', () => {
    fc.assert(
      fc.property(anyMarket, anyStock, fc.integer({ min: 0, max: 2_000 }), (market, stock, offset) => {
        const range = {
          fromMs: indiaDayStartMs(dayNumberOf('2022-01-03') + offset) + 10 * HOUR_MS,
          untilMs: indiaDayStartMs(dayNumberOf('2022-01-03') + offset) + 10.5 * HOUR_MS,
        }
        const bars = barsOf(market, range, stock)
        const byMinute = new Map<number, number[]>()
        const volumes = new Map<number, number>()
        for (const tick of valueOf(simulateTicks(market, stock, range))) {
          const minute = tick.atMs - (tick.atMs % MINUTE_MS)
          byMinute.set(minute, [...(byMinute.get(minute) ?? []), tick.pricePaise])
          volumes.set(minute, (volumes.get(minute) ?? 0) + tick.quantity)
        }
        const prices = [...byMinute.values()]
        expect([...byMinute.keys()]).toEqual([...bars.timeMs])
        expect(prices.map((list) => list[0])).toEqual([...bars.openPaise])
        expect(prices.map((list) => Math.max(...list))).toEqual([...bars.highPaise])
        expect(prices.map((list) => Math.min(...list))).toEqual([...bars.lowPaise])
        expect(prices.map((list) => list.at(-1))).toEqual([...bars.closePaise])
        expect([...volumes.values()]).toEqual([...bars.volume])
      }),
      { numRuns: 12 },
    )
  })

  test('are in time order with at least one share each', () => {
    const ticks = valueOf(simulateTicks(DEMO, RELIANCE, { fromMs: 0, untilMs: 4 * HOUR_MS }))
    const gaps = ticks.slice(1).map((tick, row) => tick.atMs - ticks[row]!.atMs)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
    expect(Math.min(...ticks.map((tick) => tick.quantity))).toBeGreaterThanOrEqual(1)
  })

  test('a range that starts and ends inside minutes gives the ticks within it', () => {
    const from = startOf('2026-11-15') + 7_000
    const all = valueOf(simulateTicks(DEMO, RELIANCE, days('2026-11-15')))
    const range = { fromMs: from, untilMs: from + 100_001 }
    const part = valueOf(simulateTicks(DEMO, RELIANCE, range))
    expect(part.length).toBeGreaterThan(5)
    expect(part).toEqual(all.filter((tick) => tick.atMs >= range.fromMs && tick.atMs < range.untilMs))
  })
})

describe('prices', () => {
  test('are on ticks within high and low, with increasing times and positive volume', () => {
    fc.assert(
      fc.property(anyMarket, anyStock, (market, stock) => {
        const bars = barsOf(market, days('2026-08-03', 2), stock)
        for (let row = 0; row < bars.timeMs.length; row++) {
          const [open, high, low, close] = [
            bars.openPaise[row]!,
            bars.highPaise[row]!,
            bars.lowPaise[row]!,
            bars.closePaise[row]!,
          ]
          const isSound =
            [open, high, low, close].every((price) => price > 0 && price % stock.tickPaise === 0) &&
            high >= Math.max(open, close) &&
            low <= Math.min(open, close) &&
            bars.volume[row]! > 0 &&
            (row === 0 || bars.timeMs[row]! > bars.timeMs[row - 1]!)
          if (!isSound) throw new Error(`row ${row} of ${stock.symbol}`)
        }
        expect(bars.timeMs.length).toBeGreaterThan(700)
      }),
      { numRuns: 10 },
    )
  })

  test('of every stock stay between a third and three times the base price over six years, for any seed', () => {
    const first = dayNumberOf('2021-01-01')
    let [lowest, highest, wildest] = [1, 1, 0]
    for (const [index, stock] of NIFTY_50.entries()) {
      for (let day = first + (index % 11); day < first + 2_190; day += 11) {
        const leg = tradingLeg({ seed: index * 7_919, hours: 'nse', generator: index % 2 === 0 ? 2 : 1 }, stock, day)
        if (!leg) continue
        lowest = Math.min(lowest, leg.toPrice / stock.basePaise)
        highest = Math.max(highest, leg.toPrice / stock.basePaise)
        wildest = Math.max(wildest, Math.abs(leg.toPrice / leg.fromPrice - 1))
      }
    }
    expect(lowest).toBeGreaterThan(1 / 3)
    expect(highest).toBeLessThan(3)
    expect(wildest).toBeLessThan(0.2)
  })

  test('of one minute never differ by five percent', () => {
    const bars = barsOf(NSE, days('2026-01-01', 30), simulatedInstrumentFor(NIFTY_50[0]!))
    let widest = 0
    for (let row = 0; row < bars.timeMs.length; row++) {
      widest = Math.max(widest, bars.highPaise[row]! / bars.lowPaise[row]!)
    }
    expect(widest).toBeLessThan(1.05)
  })
})

describe('market characteristics', () => {
  const year = barsOf(NSE, days('2025-02-03', 120))
  const dayStarts = [...year.timeMs.keys()].filter(
    (row) => row === 0 || year.timeMs[row]! - year.timeMs[row - 1]! > HOUR_MS,
  )
  const mean = (list: number[]) => list.reduce((left, right) => left + right, 0) / list.length

  test('days open with a gap, usually visible and never unrealistic', () => {
    const gaps = dayStarts.slice(1).map((row) => Math.abs(year.openPaise[row]! / year.closePaise[row - 1]! - 1))
    expect(gaps.filter((gap) => gap > 0.001).length).toBeGreaterThan(gaps.length / 2)
    expect(Math.max(...gaps)).toBeLessThan(0.08)
  })

  test('volume is U-shaped: high at the open and the close, low at midday', () => {
    const volumeAt = (minute: number) =>
      mean(dayStarts.flatMap((row) => Array.from(year.volume.subarray(row + minute, row + minute + 30))))
    expect(volumeAt(0)).toBeGreaterThan(2 * volumeAt(180))
    expect(volumeAt(345)).toBeGreaterThan(1.5 * volumeAt(180))
  })

  test('some periods are calm and some are volatile', () => {
    const moves = dayStarts
      .flatMap((row) =>
        [90, 135, 180, 225, 270].map((minute) => {
          const closes = Array.from(year.closePaise.subarray(row + minute, row + minute + 45))
          return mean(closes.slice(1).map((close, index) => Math.abs(close / closes[index]! - 1)))
        }),
      )
      .sort((left, right) => left - right)
    const at = (share: number) => moves[Math.floor(moves.length * share)]!
    expect(at(0.9) / at(0.1)).toBeGreaterThan(1.8)
  })

  test('daily moves have the stock’s volatility', () => {
    const closes = dayStarts.slice(1).map((row) => year.closePaise[row - 1]!)
    const moves = closes.slice(1).map((close, row) => (close / closes[row]! - 1) ** 2)
    const volatilityBps = Math.sqrt(mean(moves)) * 10_000
    expect(volatilityBps).toBeGreaterThan(RELIANCE.dailyVolatilityBps * 0.6)
    expect(volatilityBps).toBeLessThan(RELIANCE.dailyVolatilityBps * 1.7)
  })
})

describe('hours', () => {
  const minutes = (day: string, stock = RELIANCE) =>
    barsOf(NSE, days(day), stock).timeMs.length + quietIn(NSE, day, 1, stock)

  test('NSE days have 375 minutes, 360 since the closing auction, 60 at muhurat and none when closed', () => {
    expect(minutes('2026-07-31')).toBe(375)
    expect(minutes('2026-08-03')).toBe(360)
    expect(minutes('2026-08-03', { ...RELIANCE, hasDerivatives: false })).toBe(375)
    expect(minutes('2025-10-21')).toBe(60)
    expect(minutes('2026-01-26')).toBe(0)
    expect(minutes('2026-02-07')).toBe(0)
    expect(minutes('2019-06-10')).toBe(375)
  })

  test('the demo has every minute of every day except quiet ones, and no gap at midnight', () => {
    const bars = barsOf(DEMO, days('2026-11-13', 3))
    expect(bars.timeMs).toHaveLength(3 * 1_440 - quietIn(DEMO, '2026-11-13', 3))
    for (const midnight of ['2026-11-14', '2026-11-15'].map(startOf)) {
      const row = bars.timeMs.indexOf(midnight)
      expect(bars.timeMs[row - 1]).toBe(midnight - MINUTE_MS)
      expect(Math.abs(bars.openPaise[row]! / bars.closePaise[row - 1]! - 1)).toBeLessThan(0.002)
    }
  })

  test('the demo day ends at the NSE close, so that history and demo are continuous', () => {
    expect(barsOf(DEMO, days('2026-11-13')).closePaise.at(-1)).toBe(barsOf(NSE, days('2026-11-13')).closePaise.at(-1))
  })
})

describe('instruments', () => {
  test('NIFTY 50 has fifty symbols with their own tokens, and ticks by price', () => {
    expect(NIFTY_50).toHaveLength(50)
    expect(new Set(NIFTY_50.map((stock) => stock.token)).size).toBe(50)
    expect(new Set(NIFTY_50.map((stock) => stock.symbol)).size).toBe(50)
    expect(NIFTY_50.every((stock) => stock.basePaise % stock.tickPaise === 0)).toBe(true)
    expect(RELIANCE).toMatchObject({ token: '2885', tickPaise: 10, lotSize: 1 })
  })

  test('the tick grows with the price', () => {
    const prices = [24_999, 25_000, 100_000, 100_001, 500_000, 500_001, 1_000_001, 2_000_001]
    expect(prices.map(tickForPrice)).toEqual([1, 5, 5, 10, 10, 50, 100, 500])
  })

  test('an instrument outside the table always gets the same derived price', () => {
    const added = { symbol: 'SUZLON-EQ', token: '12018', tickPaise: 1, lotSize: 1 }
    const invented = simulatedInstrumentFor(added)
    expect(invented).toEqual(simulatedInstrumentFor(added))
    expect(invented.basePaise).toBeGreaterThanOrEqual(12_000)
    expect(tradingLeg(NSE, invented, dayNumberOf('2026-08-03'))?.minutes).toBe(375)
    expect(simulatedInstrumentFor({ ...added, token: '2885' }).basePaise).toBe(RELIANCE.basePaise)
  })
})

describe('bad input', () => {
  test.each([
    ['seed', { ...NSE, seed: Number.NaN }, RELIANCE, days('2026-08-03')],
    ['tickPaise', NSE, { ...RELIANCE, tickPaise: 0 }, days('2026-08-03')],
    ['basePaise', NSE, { ...RELIANCE, basePaise: Number.NaN }, days('2026-08-03')],
    ['dailyVolatilityBps', NSE, { ...RELIANCE, dailyVolatilityBps: -1 }, days('2026-08-03')],
    ['fromMs', NSE, RELIANCE, { fromMs: Number.NaN, untilMs: 1 }],
    ['untilMs', NSE, RELIANCE, { fromMs: 2, untilMs: 1 }],
    ['untilMs', NSE, RELIANCE, { fromMs: 0, untilMs: Infinity }],
  ])('a wrong %s is refused by name', (field, market, stock, range) => {
    expect(simulateBars(market, stock, range)).toMatchObject({ ok: false, refusal: { field } })
    expect(simulateTicks(market, stock, range)).toMatchObject({ ok: false, refusal: { field } })
  })
})
