import type { Bars } from '@trading-bot/core/bars'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { simulateTicks } from '@trading-bot/core/simulated-market/simulate-ticks'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer, Tick, TickListener, TickStream, TimeRange } from '../ports.ts'
import { faultSwitch } from '../brokers/faulty/fault-switch.ts'
import { skewedClock } from '../brokers/faulty/skewed-clock.ts'
import type { Clock } from '../ports/clock.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import { systemDrain } from '../ports/system-drain.ts'
import { virtualTime } from '../ports/virtual-time.ts'
import type { BuiltBar } from './built-bar.ts'
import { runFeed } from './run-feed.ts'

const SBIN = NIFTY_50.find((stock) => stock.token === '3045')!
const DAY_MS = indiaDayStartMs(dayNumberOf('2026-11-16'))
const GRACE_MS = 300
// Ticks are a few seconds apart, so this delay reorders them.
const SHUFFLE_MS = 6_000

type Market = { readonly seed: number; readonly hours: 'nse' | 'demo' }

function valueOf<T>(checked: { ok: true; value: T } | { ok: false }): T {
  if (!checked.ok) throw new Error('refused')
  return checked.value
}

function ticksOf(market: Market, range: TimeRange): readonly Tick[] {
  let dayVolume = 0
  return valueOf(simulateTicks(market, SBIN, range)).map(({ atMs, pricePaise, quantity }, index) => {
    dayVolume += quantity
    const volumes = { lastQuantity: quantity, dayVolume, previousClosePaise: pricePaise }
    return { token: SBIN.token, atMs, sequence: index + 1, pricePaise, ...volumes }
  })
}

function rowsOf(bars: Bars): readonly BuiltBar[] {
  return Array.from(bars.timeMs, (startMs, row) => ({
    startMs,
    openPaise: bars.openPaise[row]!,
    highPaise: bars.highPaise[row]!,
    lowPaise: bars.lowPaise[row]!,
    closePaise: bars.closePaise[row]!,
    volume: bars.volume[row]!,
  }))
}

/** A feed on a stream that the test controls. */
function openFeed({
  market = { seed: 1, hours: 'demo' } as Market,
  startMs = DAY_MS + 600 * MINUTE_MS,
  graceMs = GRACE_MS,
  skew = (clock: Clock): Clock => clock,
} = {}) {
  const time = virtualTime(startMs)
  let line: TickListener | null = null
  const stream: TickStream = {
    open: (_, listener) => {
      line = listener
      return () => {}
    },
  }
  const candleAnswers: (() => Answer<Bars>)[] = []
  const asked: TimeRange[] = []
  const bars: BuiltBar[] = []
  const marks: boolean[] = []
  const prices: Tick[] = []
  const stale: string[] = []
  const quiet: number[] = []
  const feed = runFeed(
    {
      clock: skew(time.clock),
      timers: time.timers,
      calendar: market.hours === 'demo' ? DEMO_CALENDAR : INDIA_CALENDAR,
      stream,
      graceMs,
      candles: async (_, range) => {
        asked.push(range)
        const prepared = candleAnswers.shift()
        return prepared ? prepared() : { kind: 'answered', value: valueOf(simulateBars(market, SBIN, range)) }
      },
    },
    {
      onBar: (_, bar, isBackfilled) => {
        bars.push(bar)
        marks.push(isBackfilled)
      },
      onPrice: (_, tick) => prices.push(tick),
      onStale: (_, isStale) => stale.push(`${isStale ? 'stale' : 'fresh'} ${(time.clock.nowMs() - startMs) / 1_000}`),
      onQuiet: () => quiet.push((time.clock.nowMs() - startMs) / 1_000),
    },
  )
  feed.subscribe([SBIN])
  return { time, line: line!, feed, bars, marks, prices, stale, quiet, asked, candleAnswers, startMs, market }
}

test('bars from delayed, reordered and duplicate ticks with a disconnect equal those of the market', async () => {
  const plan = fc.record({
    seed: fc.integer({ min: 1, max: 1_000 }),
    startSecond: fc.integer({ min: 0, max: 7_200 }),
    downAtMs: fc.integer({ min: 0, max: 400_000 }),
    downForMs: fc.integer({ min: 0, max: 200_000 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ seed, startSecond, downAtMs, downForMs }) => {
      const startMs = DAY_MS + startSecond * 1_000
      const market = { seed, hours: 'demo' } as const
      const { time, line, bars, prices } = openFeed({ market, startMs, graceMs: SHUFFLE_MS })
      const chance = seededRandomness(seed)
      const isDown = (atMs: number) => atMs - startMs >= downAtMs && atMs - startMs < downAtMs + downForMs
      line.onUp()
      time.timers.after(downAtMs, line.onDown)
      time.timers.after(downAtMs + downForMs, line.onUp)
      for (const tick of ticksOf(market, { fromMs: startMs, untilMs: startMs + 600_000 })) {
        for (let copy = 0; copy < 1 + chance.whole(3); copy++) {
          const arrivalMs = tick.atMs + chance.whole(SHUFFLE_MS)
          time.timers.after(arrivalMs - startMs, () => {
            if (!isDown(arrivalMs)) line.onTick(tick)
          })
        }
      }
      await time.settleTo(startMs + 600_000 + 30_000, systemDrain)
      const wanted = { fromMs: startMs - (startMs % MINUTE_MS), untilMs: startMs + 600_000 - (startMs % MINUTE_MS) }
      const real = rowsOf(valueOf(simulateBars(market, SBIN, wanted)))
      expect(bars.slice(0, real.length)).toEqual(real)
      for (let index = 1; index < prices.length; index++) {
        expect(prices[index]!.sequence).toBeGreaterThan(prices[index - 1]!.sequence)
      }
    }),
    { numRuns: 40 },
  )
})

test('after a disconnect only incomplete minutes are backfilled, and marked as such', async () => {
  const { time, line, bars, marks, asked, startMs, market } = openFeed()
  line.onUp()
  for (const tick of ticksOf(market, { fromMs: startMs, untilMs: startMs + 6 * MINUTE_MS })) {
    const isMissed = tick.atMs >= startMs + 130_000 && tick.atMs < startMs + 140_000
    if (!isMissed) time.timers.after(tick.atMs - startMs, () => line.onTick(tick))
  }
  time.timers.after(130_000, line.onDown)
  time.timers.after(140_000, line.onUp)
  await time.settleTo(startMs + 5 * MINUTE_MS + 1_000, systemDrain)
  // The first minute was backfilled in time and counts as live; minutes missed in the gap are history.
  expect(marks).toEqual([false, false, true, false, false])
  expect(asked.map(({ fromMs, untilMs }) => [(fromMs - startMs) / MINUTE_MS, (untilMs - startMs) / MINUTE_MS])).toEqual(
    [
      [0, 1],
      [2, 3],
    ],
  )
  expect(bars).toEqual(
    rowsOf(valueOf(simulateBars(market, SBIN, { fromMs: startMs, untilMs: startMs + 5 * MINUTE_MS }))),
  )
})

test('bars wait for the candles of a gap, then come in order with the late one marked', async () => {
  const { time, line, bars, marks, candleAnswers, startMs, market } = openFeed()
  candleAnswers.push(() => ({ kind: 'unavailable', why: '502' }))
  candleAnswers.push(() => ({
    kind: 'answered',
    value: valueOf(simulateBars(market, SBIN, { fromMs: startMs, untilMs: startMs })),
  }))
  time.advanceBy(1_000)
  line.onUp()
  for (const tick of ticksOf(market, { fromMs: startMs + 1_000, untilMs: startMs + 3 * MINUTE_MS })) {
    time.timers.after(tick.atMs - time.clock.nowMs(), () => line.onTick(tick))
  }
  await time.settleTo(startMs + MINUTE_MS + 4_000, systemDrain)
  expect(bars).toEqual([])
  await time.settleTo(startMs + 2 * MINUTE_MS + 1_000, systemDrain)
  expect(bars).toEqual(
    rowsOf(valueOf(simulateBars(market, SBIN, { fromMs: startMs, untilMs: startMs + 2 * MINUTE_MS }))),
  )
  expect(marks).toEqual([true, false])
})

test('session edges are exact: no bar before the open or at the close, and the last bar comes at once', async () => {
  const openMs = DAY_MS + (9 * 60 + 15) * MINUTE_MS
  const closeMs = valueOf(INDIA_CALENDAR.sessionOf(dayNumberOf('2026-11-16'), SBIN)).closeMs
  const market = { seed: 1, hours: 'nse' } as const
  const { time, line, bars, feed } = openFeed({ market, startMs: openMs - 10 * MINUTE_MS })
  line.onUp()
  const all = ticksOf(market, { fromMs: openMs, untilMs: closeMs })
  const outside = [openMs - 60_000, openMs - 1, closeMs, closeMs + 30_000].map((atMs) => ({
    ...all[0]!,
    atMs,
    sequence: atMs,
  }))
  for (const tick of [...all, ...outside]) time.timers.after(tick.atMs - time.clock.nowMs(), () => line.onTick(tick))
  await time.settleTo(closeMs + GRACE_MS, systemDrain)
  expect(bars).toEqual(rowsOf(valueOf(simulateBars(market, SBIN, { fromMs: openMs, untilMs: closeMs }))))
  expect(bars.at(0)?.startMs).toBe(openMs)
  expect(bars.at(-1)?.startMs).toBe(closeMs - MINUTE_MS)
  await time.settleTo(closeMs + 60_000, systemDrain)
  expect(feed.tickCounts.OUT_OF_SESSION).toBe(4)
})

test('a connection down over the close and the night still gives every minute of both days once', async () => {
  const market = { seed: 1, hours: 'nse' } as const
  const day = valueOf(INDIA_CALENDAR.sessionOf(dayNumberOf('2026-11-16'), SBIN))
  const next = valueOf(INDIA_CALENDAR.sessionOf(dayNumberOf('2026-11-17'), SBIN))
  const { time, bars, startMs } = openFeed({ market, startMs: day.closeMs - 5 * MINUTE_MS })
  await time.settleTo(next.openMs + 3 * MINUTE_MS + 1_000, systemDrain)
  const evening = valueOf(simulateBars(market, SBIN, { fromMs: startMs, untilMs: day.closeMs }))
  const morning = valueOf(simulateBars(market, SBIN, { fromMs: next.openMs, untilMs: next.openMs + 3 * MINUTE_MS }))
  expect(bars).toEqual([...rowsOf(evening), ...rowsOf(morning)])
})

test('impossible prices are dropped: zero, a hundred times too high, far beyond the band', () => {
  const { line, prices, feed, startMs, market } = openFeed()
  const [first, second, third] = ticksOf(market, { fromMs: startMs, untilMs: startMs + MINUTE_MS }) as [
    Tick,
    Tick,
    Tick,
  ]
  line.onUp()
  line.onTick({ ...first, pricePaise: first.pricePaise * 100 })
  line.onTick(first)
  for (const pricePaise of [0, -5, Number.NaN, second.pricePaise * 100, second.pricePaise * 1.5, 5]) {
    line.onTick({ ...second, pricePaise })
  }
  line.onTick(third)
  line.onTick(second)
  line.onTick(third)
  line.onTick({ ...third, token: 'unknown', sequence: 99 })
  expect(prices).toEqual([first, third])
  expect(feed.tickCounts).toMatchObject({ NEW: 2, BELATED: 1, DUPLICATE: 1, INSANE: 3, HELD_BACK: 4 })
})

test('an instrument without ticks is stale while its market is open, until the next tick', async () => {
  const { time, line, stale, startMs, market } = openFeed()
  line.onUp()
  const [tick] = ticksOf(market, { fromMs: startMs + 40_000, untilMs: startMs + 100_000 }) as [Tick]
  await time.settleTo(startMs + 45_000, systemDrain)
  line.onTick(tick)
  await time.settleTo(startMs + 100_000, systemDrain)
  expect(stale).toEqual(['stale 31', 'fresh 45', 'stale 76'])
})

test('the price of an instrument without ticks is due every 20 seconds, until the next tick', async () => {
  const { time, line, quiet, startMs, market } = openFeed()
  line.onUp()
  const [tick] = ticksOf(market, { fromMs: startMs + 44_000, untilMs: startMs + 100_000 }) as [Tick]
  await time.settleTo(startMs + 45_000, systemDrain)
  line.onTick({ ...tick, atMs: startMs + 44_500 })
  await time.settleTo(startMs + 110_000, systemDrain)
  expect(quiet).toEqual([20, 40, 65, 85, 105])
})

test('an instrument is as silent as it is, although our clock was set back meanwhile', async () => {
  let setBackMs = 0
  const skew = (clock: Clock): Clock => ({ ...clock, nowMs: () => clock.nowMs() - setBackMs })
  const { time, line, feed, stale, quiet, startMs } = openFeed({ skew })
  line.onUp()
  time.timers.after(10_000, () => (setBackMs = 5 * MINUTE_MS))
  await time.settleTo(startMs + 45_000, systemDrain)
  expect(feed.silences()).toMatchObject([{ silentMs: 45_000 }])
  expect(stale).toEqual(['stale 31'])
  expect(quiet).toEqual([20, 40])
})

test('a closed market is neither quiet nor stale, and the open starts the count', async () => {
  const openMs = DAY_MS + (9 * 60 + 15) * MINUTE_MS
  const market = { seed: 1, hours: 'nse' } as const
  const { time, quiet, stale, startMs } = openFeed({ market, startMs: openMs - 120 * MINUTE_MS })
  await time.settleTo(openMs + 29_000, systemDrain)
  expect(stale).toEqual([])
  await time.settleTo(openMs + 41_000, systemDrain)
  expect(stale).toHaveLength(1)
  expect(quiet.map((seconds) => seconds - (openMs - startMs) / 1_000)).toEqual([20, 40])
})

test('a confirmed new level is published within seconds, and its held ticks stand in the bar', async () => {
  const { time, line, prices, bars, startMs, market } = openFeed({ startMs: DAY_MS + 599 * MINUTE_MS })
  line.onUp()
  await time.settleTo(startMs + MINUTE_MS + 1_000, systemDrain)
  const [first] = ticksOf(market, { fromMs: startMs, untilMs: startMs + 2 * MINUTE_MS }) as [Tick]
  const send = (second: number, pricePaise: number) => {
    const atMs = startMs + MINUTE_MS + second * 1_000
    time.advanceTo(atMs)
    line.onTick({ ...first, atMs, sequence: 1_000 + second, pricePaise })
  }
  const level = Math.round(first.pricePaise / 2)
  send(2, first.pricePaise)
  send(10, level - 500)
  expect(prices.at(-1)?.pricePaise).toBe(first.pricePaise)
  send(12, level)
  expect(prices.at(-1)?.pricePaise).toBe(level)
  await time.settleTo(startMs + 2 * MINUTE_MS + 1_000, systemDrain)
  expect(bars.at(-1)).toMatchObject({ openPaise: first.pricePaise, lowPaise: level - 500, closePaise: level })
})

test('bars equal those of the market when our clock is a few seconds off', async () => {
  for (const seed of [1, 2, 3, 4]) {
    const faults = faultSwitch(seededRandomness(seed), { CLOCK_SKEWED: 1 })
    const { time, line, bars, feed, startMs, market } = openFeed({ skew: (clock) => skewedClock(clock, faults) })
    line.onUp()
    for (const tick of ticksOf(market, { fromMs: startMs, untilMs: startMs + 5 * MINUTE_MS })) {
      time.timers.after(tick.atMs - startMs, () => line.onTick(tick))
    }
    await time.settleTo(startMs + 4 * MINUTE_MS + 30_000, systemDrain)
    expect(feed.tickCounts).toMatchObject({ TOO_LATE: 0, PRICE_ONLY: 0 })
    const real = rowsOf(valueOf(simulateBars(market, SBIN, { fromMs: startMs, untilMs: startMs + 4 * MINUTE_MS })))
    expect(bars.filter(({ startMs: barMs }) => barMs >= startMs)).toEqual(real)
  }
})

test('after a jump of our clock prices still arrive, although their minutes are already published', async () => {
  let jumpMs = 0
  const skew = (clock: Clock): Clock => ({ ...clock, nowMs: () => clock.nowMs() + jumpMs })
  const { time, line, prices, feed, startMs, market } = openFeed({ skew })
  line.onUp()
  const ticks = ticksOf(market, { fromMs: startMs, untilMs: startMs + 4 * MINUTE_MS })
  for (const tick of ticks) time.timers.after(tick.atMs - startMs, () => line.onTick(tick))
  time.timers.after(2 * MINUTE_MS, () => (jumpMs = 3_600_000))
  await time.settleTo(startMs + 4 * MINUTE_MS, systemDrain)
  expect(prices).toEqual(ticks)
  expect(feed.tickCounts.PRICE_ONLY).toBeGreaterThan(0)
})
