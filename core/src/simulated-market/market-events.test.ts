import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumberOf, indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import { QUARTER_MIN } from './prices/day-shape.ts'
import { fillQuarter } from './prices/factor-day.ts'
import { openLegPath } from './prices/leg-path.ts'
import { NIFTY_50 } from './nifty-50.ts'
import { emptyMinute, quietMinutes } from './prices/quiet-minutes.ts'
import { simulateBars } from './simulate-bars.ts'
import { simulateSplits } from './simulate-splits.ts'
import { simulateTicks } from './simulate-ticks.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { simulatedInstrumentFor } from './simulated-instrument-for.ts'
import { type TradingLeg, tradingLeg } from './trading-leg.ts'
import { valueOf } from '../testing/value-of.ts'

const NSE = { seed: 2026, hours: 'nse' } as const
const FIRST = dayNumberOf('2024-01-01')
const LAST = dayNumberOf('2025-12-31')
const THIN = Array.from({ length: 20 }, (_, index) =>
  simulatedInstrumentFor({ symbol: `T${index}-EQ`, token: `9${index}`, tickPaise: 5, lotSize: 1 }),
)

const rangeOf = (from: number, until: number) => ({ fromMs: indiaDayStartMs(from), untilMs: indiaDayStartMs(until) })

function legsOf(stocks: readonly SimulatedInstrument[], isWanted: (leg: TradingLeg) => boolean): readonly TradingLeg[] {
  const legs: TradingLeg[] = []
  for (const stock of stocks) {
    for (let day = FIRST; day <= LAST; day++) {
      const leg = tradingLeg(NSE, stock, day)
      if (leg && isWanted(leg)) legs.push(leg)
    }
  }
  return legs
}

const barsOn = ({ instrument, day }: TradingLeg) => valueOf(simulateBars(NSE, instrument, rangeOf(day, day + 1)))

describe('circuits', () => {
  const legs = legsOf(THIN, (leg) => openLegPath(leg).circuit !== null)

  test('a thin stock reaches its band on some days, and a NIFTY 50 stock hardly ever', () => {
    const ofNifty = legsOf(NIFTY_50, (leg) => openLegPath(leg).circuit !== null)
    expect(legs.length).toBeGreaterThan(5)
    expect(legs.length).toBeLessThan(200)
    expect(ofNifty.length).toBeLessThan(30)
  })

  test('the price stays at the band for the rest of the day, and never leaves the band on any day', () => {
    for (const leg of legs) {
      const { circuit, lowestPaise, highestPaise } = openLegPath(leg)
      const bars = barsOn(leg)
      const frozen = leg.startMs + circuit!.fromMinute * MINUTE_MS
      for (let row = 0; row < bars.timeMs.length; row++) {
        expect(bars.highPaise[row]).toBeLessThanOrEqual(highestPaise)
        expect(bars.lowPaise[row]).toBeGreaterThanOrEqual(lowestPaise)
        if (bars.timeMs[row]! <= frozen) continue
        expect([bars.openPaise[row], bars.highPaise[row], bars.lowPaise[row]]).toEqual(
          Array.from({ length: 3 }, () => circuit!.pricePaise),
        )
        expect(bars.volume[row]).toBeGreaterThan(0)
      }
      const ticks = valueOf(simulateTicks(NSE, leg.instrument, rangeOf(leg.day, leg.day + 1)))
      expect(ticks.at(-1)?.pricePaise).toBe(bars.closePaise.at(-1))
    }
  })

  test('meanwhile the price behind it goes on, and the next day starts from there', () => {
    const hidden = legs.filter((leg) => Math.abs(leg.toPrice / openLegPath(leg).circuit!.pricePaise - 1) > 0.005)
    expect(hidden.length).toBeGreaterThan(0)
    for (const leg of hidden) {
      let next = leg.day + 1
      while (!tradingLeg(NSE, leg.instrument, next)) next++
      const after = tradingLeg(NSE, leg.instrument, next)!
      expect((after.fromPrice * after.sharesFactor) / (leg.toPrice * leg.sharesFactor)).toBeCloseTo(1, 6)
    }
  })
})

describe('minutes without a trade', () => {
  const EMPTY = 1
  const HALTED = 2

  test('come singly, more often in thin stocks, and never first or last', () => {
    const perMinute = (stocks: readonly SimulatedInstrument[]) => {
      const all = legsOf(stocks, () => true).map(quietMinutes)
      expect(all.every((quiet) => quiet[0] === 0 && quiet.at(-1) === 0)).toBe(true)
      const empty = all.reduce((sum, quiet) => sum + quiet.filter((kind) => kind === EMPTY).length, 0)
      return empty / all.reduce((sum, quiet) => sum + quiet.length, 0)
    }
    expect(perMinute(NIFTY_50.slice(0, 10))).toBeCloseTo(1 / 3_000, 4)
    expect(perMinute(THIN.slice(0, 5))).toBeCloseTo(1 / 150, 3)
  })

  test('have neither ticks nor a bar, and the company’s own clock stands still in an empty one', () => {
    const [leg] = legsOf(THIN, (each) => quietMinutes(each).includes(EMPTY))
    const quiet = quietMinutes(leg!)
    const times = new Set(barsOn(leg!).timeMs)
    const ticks = valueOf(simulateTicks(NSE, leg!.instrument, rangeOf(leg!.day, leg!.day + 1)))
    const ticked = new Set(ticks.map(({ atMs }) => atMs - (atMs % MINUTE_MS)))
    for (const [minute, kind] of quiet.entries()) {
      const startMs = leg!.startMs + minute * MINUTE_MS
      expect([times.has(startMs), ticked.has(startMs)]).toEqual([kind === 0, kind === 0])
    }
    const quarter = Math.floor(quiet.indexOf(EMPTY) / QUARTER_MIN)
    const minute = emptyMinute(leg!, quarter)
    const [levels, clocks] = [new Float64Array(QUARTER_MIN + 1), new Float64Array(QUARTER_MIN + 1)]
    fillQuarter(openLegPath(leg!).days.at(-1)!, quarter, minute, levels, clocks)
    expect([clocks[minute + 1], levels[minute + 1]]).toEqual([clocks[minute], levels[minute]])
    expect(clocks.slice(1).filter((clock, row) => clock > clocks[row]!)).toHaveLength(QUARTER_MIN - 1)
  })

  test('after a halt the price continues where the news has taken it', () => {
    const moves = legsOf(NIFTY_50, (leg) => quietMinutes(leg).includes(HALTED)).map((leg) => {
      const quiet = quietMinutes(leg)
      const from = quiet.indexOf(HALTED)
      const length = quiet.lastIndexOf(HALTED) - from + 1
      const bars = barsOn(leg)
      const row = bars.timeMs.findIndex((atMs) => atMs >= leg.startMs + from * MINUTE_MS)
      expect(length).toBeGreaterThanOrEqual(10)
      expect(length).toBeLessThanOrEqual(30)
      const move = bars.openPaise[row]! / bars.closePaise[row - 1]! - 1
      return (move * 10_000) / leg.instrument.dailyVolatilityBps / Math.sqrt(length / leg.minutes)
    })
    const size = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
    expect(moves.length).toBeGreaterThan(40)
    expect(size).toBeGreaterThan(0.5)
  })
})

describe('splits', () => {
  const found = NIFTY_50.flatMap((stock) => {
    const range = rangeOf(dayNumberOf('2016-01-01'), dayNumberOf('2026-11-15'))
    return valueOf(simulateSplits(NSE, stock, range)).map((split) => ({ stock, ...split }))
  })

  test('happen in ten years, in both directions, each on a day that trades', () => {
    expect(found.length).toBeGreaterThan(20)
    expect(new Set(found.map(({ factor }) => factor > 1)).size).toBe(2)
    expect(found.every(({ stock, exDay }) => tradingLeg(NSE, stock, exDay) !== null)).toBe(true)
  })

  test('divide the price by their factor, and otherwise nothing jumps', () => {
    for (const { stock, exDay, factor } of found) {
      const bars = valueOf(simulateBars(NSE, stock, rangeOf(exDay - 8, exDay + 1)))
      const row = bars.timeMs.findIndex((atMs) => indiaDayNumber(atMs) === exDay)
      const gap = (bars.openPaise[row]! * factor) / bars.closePaise[row - 1]! - 1
      expect(Math.abs(gap)).toBeLessThan(0.12)
    }
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), fc.constantFrom(...NIFTY_50), (day, stock) => {
        const leg = tradingLeg(NSE, stock, day)
        if (!leg || found.some((split) => split.stock === stock && split.exDay === day)) return
        let before = day - 1
        while (!tradingLeg(NSE, stock, before)) before--
        expect(leg.fromPrice / tradingLeg(NSE, stock, before)!.toPrice).toBeCloseTo(1, 6)
      }),
    )
  })

  test('outside the asked range are not listed, and a demo day has them on the Monday itself', () => {
    const { stock, exDay } = found[0]!
    expect(valueOf(simulateSplits(NSE, stock, rangeOf(exDay + 1, exDay + 20)))).toEqual([])
    expect(valueOf(simulateSplits(NSE, stock, rangeOf(exDay, exDay + 1)))).toMatchObject([{ exDay }])
    const range = rangeOf(dayNumberOf('2016-01-01'), dayNumberOf('2026-11-15'))
    for (const split of valueOf(simulateSplits({ ...NSE, hours: 'demo' }, stock, range))) {
      expect((split.exDay + 3) % 7).toBe(0)
    }
  })

  test('a wrong range is refused', () => {
    expect(simulateSplits(NSE, NIFTY_50[0]!, { fromMs: 2, untilMs: 1 })).toMatchObject({ ok: false })
  })
})

describe('companies', () => {
  const moves = (stock: SimulatedInstrument) =>
    legsOf([stock], () => true).map((leg) => Math.log(leg.toPrice / leg.fromPrice))
  const correlation = (left: readonly number[], right: readonly number[]) => {
    const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, row) => sum + x * b[row]!, 0)
    return product(left, right) / Math.sqrt(product(left, left) * product(right, right))
  }

  test('move with the market, and those of one sector a little more with each other', () => {
    const banks = NIFTY_50.filter(({ sector }) => sector === 'BANKS').map(moves)
    const others = NIFTY_50.filter(({ sector }) => sector === 'SOFTWARE').map(moves)
    const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length
    const within = mean(banks.slice(1).map((each) => correlation(banks[0]!, each)))
    const across = mean(others.map((each) => correlation(banks[0]!, each)))
    expect(across).toBeGreaterThan(0.15)
    expect(across).toBeLessThan(0.45)
    expect(within).toBeGreaterThan(across)
  })
})
