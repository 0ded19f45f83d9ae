// Limits look at what closing everything now would leave, so that a day ends close to its limit and on its right side.

import { expect, test } from 'vitest'
import fc from 'fast-check'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { RATE_CARDS } from '../charges/rate-card.ts'
import { even } from '../random/chance.ts'
import { type Limits, UNLIMITED } from '../risk/limits.ts'
import { valueOf } from '../testing/value-of.ts'
import { DAY_MS, dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import { applyLimits } from './apply-limits.ts'
import { exitAtMarket } from './begin-bar.ts'
import { checkRules } from './check-rules.ts'
import { markPosition } from './mark-position.ts'
import { netFigures } from './net-figure.ts'
import { rollSession } from './roll-session.ts'
import { settleEntry } from './settle-entry.ts'
import { openTradingAccount, type TradingAccount } from './trading-account.ts'
import { trailStop } from './trail-stop.ts'

const MONDAY_MS = indiaDayStartMs(dayNumberOf('2026-06-01')) + 600 * MINUTE_MS
const TICK_PAISE = 5
const CAPITAL_PAISE = 10_000_000
const TICKS_PER_DAY = 1_500

type Chance = { readonly share: () => number; readonly whole: (below: number) => number }

function chance(seed: number): Chance {
  let place = 0
  const share = () => (even(seed, place++) + 1) / 2
  return { share, whole: (below) => Math.floor(share() * below) }
}

const RULES = {
  capital: { capitalPaise: CAPITAL_PAISE },
  limits: UNLIMITED,
  fillModel: { slippageBps: 3 },
  product: 'INTRADAY' as const,
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
  interval: '1m' as const,
}
const DATED = valueOf(checkRules(RULES, MONDAY_MS))

function openAccount(limits: Partial<Limits>, symbols: number): TradingAccount {
  const reasons = { enterLong: '', enterShort: '', exitLong: '', exitShort: '' }
  const own = { limits: { ...UNLIMITED, ...limits }, fillModel: RULES.fillModel, reasons }
  return openTradingAccount(
    { ...DATED, ...own, onTrade() {}, onDenial() {} },
    RULES.capital,
    Array.from({ length: symbols }, (_, i) => ({
      instrument: { symbol: `S${i}`, token: String(i), tickPaise: TICK_PAISE, lotSize: 1 },
      traits: { hasDerivatives: false },
    })),
  )
}

function enter(account: TradingAccount, index: number, side: 1 | -1, quantity: number, pricePaise: number): void {
  const slot = account.slots[index]!
  rollSession(account, slot, MONDAY_MS)
  slot.pendingSide = side
  slot.pendingQuantity = quantity
  slot.pendingUntilMs = Infinity
  settleEntry(account, slot, pricePaise, MONDAY_MS)
}

/** A long of a hundred shares from one price to another, booked. */
function bookTrip(account: TradingAccount, inPaise: number, outPaise: number): void {
  enter(account, 0, 1, 100, inPaise)
  exitAtMarket(account, account.slots[0]!, { pricePaise: outPaise, atMs: MONDAY_MS, reason: 'SIGNAL' })
  applyLimits(account)
}

/** A day of ticks without gaps: positions are opened at once and closed one tick after a limit is reached. */
function walkDay(random: Chance, limits: Partial<Limits>): { stoppedBy: string | null; netPaise: number } {
  const account = openAccount(limits, 1 + random.whole(3))
  const { slots } = account
  const prices = slots.map(() => 20_000 + random.whole(400_000) * TICK_PAISE)
  slots.forEach((_, i) => {
    const quantity = Math.floor(CAPITAL_PAISE / slots.length / prices[i]!)
    enter(account, i, random.share() < 0.5 ? 1 : -1, Math.max(quantity, 1), prices[i]!)
  })
  for (let tick = 0; tick < TICKS_PER_DAY && account.stoppedBy === null; tick++) {
    const i = random.whole(slots.length)
    prices[i] = nextPrice(random, prices[i]!)
    markPosition(account, slots[i]!, prices[i]!)
    applyLimits(account)
  }
  slots.forEach((slot, i) => {
    exitAtMarket(account, slot, { pricePaise: nextPrice(random, prices[i]!), atMs: MONDAY_MS, reason: 'STOPPED' })
  })
  return { stoppedBy: account.stoppedBy, netPaise: account.realisedPaise }
}

/** Up to 0.05 % a tick: a lively stock with a price every few seconds. */
function nextPrice(random: Chance, pricePaise: number): number {
  const movePaise = pricePaise * 0.001 * (random.share() - 0.5)
  const ticks = Math.round(movePaise / TICK_PAISE) || (random.share() < 0.5 ? -1 : 1)
  return Math.max(pricePaise + ticks * TICK_PAISE, TICK_PAISE)
}

test('on 1,000 breached days the loss exceeds its limit by at most 10 % in the median and 30 % on 19 days of 20', () => {
  const random = chance(1)
  const overshoots: number[] = []
  while (overshoots.length < 1_000) {
    const maxLossPerDayPaise = 25_000 + random.whole(75_000)
    const { stoppedBy, netPaise } = walkDay(random, { maxLossPerDayPaise })
    if (stoppedBy === 'DAILY_LOSS') overshoots.push((-netPaise - maxLossPerDayPaise) / maxLossPerDayPaise)
  }
  overshoots.sort((left, right) => left - right)
  expect(overshoots[500]).toBeLessThanOrEqual(0.1)
  expect(overshoots[950]).toBeLessThanOrEqual(0.3)
}, 60_000)

test('a profit limit never closes the day at a loss', () => {
  const random = chance(2)
  let closed = 0
  while (closed < 1_000) {
    // Limits near the cost of a round trip are the ones that profit before charges would reach at once.
    const { stoppedBy, netPaise } = walkDay(random, { maxProfitPerDayPaise: 6_000 + random.whole(40_000) })
    if (stoppedBy !== 'DAILY_PROFIT') continue
    closed++
    expect(netPaise).toBeGreaterThanOrEqual(0)
  }
}, 60_000)

test('the figure counts the charges of the entry, the slippage and the charges of closing', () => {
  const account = openAccount({ maxLossPerDayPaise: 1_000_000 }, 1)
  enter(account, 0, 1, 100, 50_000)
  markPosition(account, account.slots[0]!, 50_000)
  const expectedPaise = netFigures(account).dayNetPaise
  expect(expectedPaise).toBeLessThan(-100 * 15)
  exitAtMarket(account, account.slots[0]!, { pricePaise: 50_000, atMs: MONDAY_MS, reason: 'STOPPED' })
  expect(account.realisedPaise).toBe(expectedPaise)
  expect(netFigures(account).dayNetPaise).toBe(expectedPaise)
})

test('a limit closes what is open, and leaves an exit that is under way its own reason', () => {
  const account = openAccount({ maxLossPerDayPaise: 1_000 }, 2)
  const [leaving, staying] = account.slots
  for (const index of [0, 1]) enter(account, index, 1, 10, 100_000)
  leaving!.pendingExit = 'SIGNAL'
  for (const slot of account.slots) markPosition(account, slot, 99_000)
  applyLimits(account)
  expect([leaving!.pendingExit, staying!.pendingExit]).toEqual(['SIGNAL', 'DAILY_LOSS'])
})

test('a weekly loss stops every session until Monday, a drawdown stops until the limit changes', () => {
  for (const [limits, by, isOverOnMonday] of [
    [{ maxLossPerWeekPaise: 100_000 }, 'WEEKLY_LOSS', true],
    [{ maxDrawdownPaise: 100_000 }, 'DRAWDOWN', false],
  ] as const) {
    const account = openAccount(limits, 1)
    const slot = account.slots[0]!
    enter(account, 0, 1, 100, 50_000)
    markPosition(account, slot, 48_000)
    applyLimits(account)
    expect([account.stoppedBy, slot.pendingExit]).toEqual([by, by])
    exitAtMarket(account, slot, { pricePaise: 48_000, atMs: MONDAY_MS, reason: by })
    rollSession(account, slot, MONDAY_MS + 4 * DAY_MS)
    expect(account.stoppedBy).toBe(by)
    rollSession(account, slot, MONDAY_MS + 7 * DAY_MS)
    applyLimits(account)
    expect(account.stoppedBy).toBe(isOverOnMonday ? null : by)
  }
})

test('the drawdown counts from the highest profit booked', () => {
  const account = openAccount({ maxDrawdownPaise: 300_000 }, 1)
  const slot = account.slots[0]!
  bookTrip(account, 50_000, 60_000)
  const peakPaise = account.realisedPaise
  enter(account, 0, 1, 100, 60_000)
  markPosition(account, slot, 57_500)
  applyLimits(account)
  expect(account.stoppedBy).toBe(null)
  markPosition(account, slot, 57_000)
  applyLimits(account)
  expect(account.stoppedBy).toBe('DRAWDOWN')
  expect(netFigures(account).drawdownPaise).toBe(peakPaise - account.realisedPaise - account.openNetPaise)
})

test('a loss that was booked since does not lower the peak that the drawdown counts from', () => {
  const account = openAccount({ maxDrawdownPaise: 300_000 }, 1)
  bookTrip(account, 50_000, 60_000)
  bookTrip(account, 60_000, 58_000)
  expect(account.stoppedBy).toBe(null)
  enter(account, 0, 1, 100, 58_000)
  markPosition(account, account.slots[0]!, 57_000)
  applyLimits(account)
  expect(account.stoppedBy).toBe('DRAWDOWN')
})

test('a trailing stop that starts behind the fixed one never loosens it, and its best price never gets worse', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, -1 as const),
      fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 40 }),
      (side, moves) => {
        // The fixed stop is 1 % away; the trailing one passes it only after the price has risen by about 1 %.
        const account = openAccount({ stopLossBps: 100, trailingStopBps: 200 }, 1)
        const slot = account.slots[0]!
        enter(account, 0, side, 10, 50_000)
        let pricePaise = 50_000
        for (const move of moves) {
          const [stopPaise, bestPaise] = [slot.protection!.stopPaise, slot.bestPaise]
          pricePaise += move * TICK_PAISE
          const hasMoved = trailStop(account, slot, pricePaise)
          expect(side * (slot.protection!.stopPaise - stopPaise)).toBeGreaterThanOrEqual(0)
          expect(hasMoved).toBe(slot.protection!.stopPaise !== stopPaise)
          expect(slot.bestPaise).toBe(side * Math.max(side * bestPaise, side * pricePaise))
        }
      },
    ),
  )
})
