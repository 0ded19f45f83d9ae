// The leading feed and those who follow it, over a bus in memory on which messages can be lost.
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { DAY_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'
import { runFeed } from '@trading-bot/engine/feed/run-feed'
import type { Answer, TickListener } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bus } from '../../platform/bus/bus.ts'
import { memoryBus } from '../../platform/bus/memory-bus.ts'
import { busCandles } from './bus-candles.ts'
import { followFeed } from './follow-feed.ts'
import { followPrices } from './follow-prices.ts'
import { encodeBar, SUBJECTS } from './messages.ts'
import { publishPrices } from './publish-prices.ts'

const SBIN = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1, hasDerivatives: true }
const TCS = { ...SBIN, symbol: 'TCS-EQ', token: '11536' }
const calendar = assumeUnknownYears(INDIA_CALENDAR)
// A Monday, half past ten in India.
const START_MS = Date.parse('2026-11-16T05:00:00.000Z')
const ports = { clock: systemClock, timers: systemTimers }
/** The term of the leader in the database, and how often it was asked for. */
const lastLead = { term: undefined as number | undefined, questions: 0, isAway: false }
const trust = {
  readTerm: async () => {
    lastLead.questions += 1
    if (lastLead.isAway) throw new Error('the database is away')
    return lastLead.term
  },
  onError: () => undefined,
}

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  Object.assign(lastLead, { term: undefined, questions: 0, isAway: false })
})
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A bus that loses what the test names. */
function lossyBus() {
  const lost = new Set<string>()
  const bus = memoryBus((error) => {
    throw error
  })
  const lossy: Bus = { ...bus, publish: (subject, payload) => lost.has(subject) || bus.publish(subject, payload) }
  return { bus: lossy, lost }
}

/** A broker's stream that the test speaks for. */
function brokerStream() {
  const listeners = new Map<string, TickListener>()
  let sequence = 0
  return {
    stream: {
      open(tokens: readonly string[], listener: TickListener) {
        for (const token of tokens) listeners.set(token, listener)
        listener.onUp()
        return () => undefined
      },
    },
    opened: () => [...listeners.keys()],
    down: (token: string) => listeners.get(token)?.onDown(),
    tick(token: string, pricePaise: number) {
      sequence += 1
      const volumes = { lastQuantity: 1, dayVolume: sequence, previousClosePaise: pricePaise }
      listeners.get(token)?.onTick({ token, atMs: Date.now(), sequence, pricePaise, ...volumes })
    },
  }
}

function columnsOf(built: readonly BuiltBar[]): Bars {
  const bars = emptyBars(built.length)
  bars.timeMs.set(built.map(({ startMs }) => startMs))
  bars.closePaise.set(built.map(({ closePaise }) => closePaise))
  return bars
}

type LeadOptions = { number?: number; isConfirmed?: () => boolean; past?: readonly BuiltBar[]; hasWon?: boolean }

function lead(bus: Bus, { number = 1, isConfirmed = () => true, past = [], hasWon = true }: LeadOptions = {}) {
  if (hasWon) lastLead.term = number
  const broker = brokerStream()
  const asked: string[] = []
  const candles =
    (kind: string) => async (instrument: { token: string }, range: { fromMs: number; untilMs: number }) => {
      asked.push(`${kind} ${instrument.token}`)
      const within = past.filter(({ startMs }) => startMs >= range.fromMs && startMs < range.untilMs)
      return { kind: 'answered', value: columnsOf(within) } satisfies Answer<Bars>
    }
  const stop = publishPrices({
    bus,
    calendar,
    stream: broker.stream,
    candles: candles('feed'),
    pastBars: candles('past'),
    ...ports,
    term: { number, isConfirmed },
    instrumentsOf: async (tokens) => [SBIN, TCS].filter(({ token }) => tokens.includes(token)),
    recorder: { onBar: () => undefined, onPrice: () => undefined },
    onError: (error) => {
      throw error
    },
  })
  return { ...broker, asked, stop }
}

/** What a follower's listener is told, in order. */
function follow(bus: Bus, tokens: readonly string[]) {
  const told: (string | number)[] = []
  const feed = followFeed(bus, { ...ports, ...trust })
  feed.stream.open(tokens, {
    onTick: ({ pricePaise }) => told.push(pricePaise),
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
  })
  return { feed, told }
}

const barAt = (minute: number, pricePaise: number): BuiltBar => ({
  startMs: START_MS + minute * MINUTE_MS,
  openPaise: pricePaise,
  highPaise: pricePaise,
  lowPaise: pricePaise,
  closePaise: pricePaise,
  volume: 7,
})

test('the leader subscribes to what followers need, and they get its ticks and last prices', async () => {
  const { bus } = lossyBus()
  const early = follow(bus, [SBIN.token])
  expect(early.feed.isUp()).toBe(undefined)
  const leader = lead(bus)
  await pass(0)
  const late = follow(bus, [TCS.token])
  await pass(0)
  expect(leader.opened()).toEqual([SBIN.token, TCS.token])
  leader.tick(SBIN.token, 80_000)
  leader.tick(TCS.token, 300_000)
  leader.tick(SBIN.token, 80_005)
  await pass(1_000)
  expect(early.told).toEqual(['up', 80_000, 80_005])
  expect(late.told).toEqual(['up', 300_000])
  expect(late.feed.lastOf(SBIN.token)?.lastPaise).toBe(80_005)
  expect(late.feed.isUp()).toBe(true)
  leader.down(SBIN.token)
  await pass(0)
  expect(early.told.at(-1)).toBe('down')
  expect(late.told).toEqual(['up', 300_000])
})

test('a lost tick interrupts the stream: at the next tick of the token, or at the next word of the feed', async () => {
  const { bus, lost } = lossyBus()
  const { told } = follow(bus, [SBIN.token])
  const leader = lead(bus)
  await pass(0)
  leader.tick(SBIN.token, 80_000)
  lost.add(SUBJECTS.tick(SBIN.token))
  leader.tick(SBIN.token, 80_005)
  lost.clear()
  leader.tick(SBIN.token, 80_010)
  await pass(0)
  expect(told).toEqual(['up', 80_000, 'down', 'up', 80_010])
  lost.add(SUBJECTS.tick(SBIN.token))
  leader.tick(SBIN.token, 80_015)
  lost.clear()
  await pass(1_000)
  expect(told.slice(5)).toEqual(['down', 'up'])
  await pass(10_000)
  expect(told).toHaveLength(7)
})

test('a minute with a lost tick is filled from the leader’s candles, the next one is built from ticks', async () => {
  const { bus, lost } = lossyBus()
  const leader = lead(bus, { past: [barAt(1, 81_000)] })
  const { stream } = followFeed(bus, { ...ports, ...trust })
  const bars: [number, number, boolean][] = []
  const follower = runFeed(
    { calendar, stream, candles: busCandles(bus, SUBJECTS.candles), ...ports },
    {
      onBar: (_, bar, isBackfilled) => bars.push([(bar.startMs - START_MS) / MINUTE_MS, bar.closePaise, isBackfilled]),
      onPrice: () => undefined,
      onStale: () => undefined,
    },
  )
  follower.subscribe([SBIN])
  // The minute under way is not whole; the one after it is.
  await pass(MINUTE_MS + 1_000)
  leader.tick(SBIN.token, 80_000)
  lost.add(SUBJECTS.tick(SBIN.token))
  leader.tick(SBIN.token, 80_500)
  lost.clear()
  leader.tick(SBIN.token, 80_005)
  await pass(MINUTE_MS + 5_000)
  leader.tick(SBIN.token, 82_000)
  await pass(MINUTE_MS)
  expect(bars).toEqual([
    [1, 81_000, true],
    [2, 82_000, false],
  ])
  follower.close()
})

test('a silent leader is given up although the clock was set back; the next one is followed, and an older one is no longer believed', async () => {
  const { bus } = lossyBus()
  const { feed, told } = follow(bus, [SBIN.token])
  const first = lead(bus, { number: 5 })
  await pass(0)
  first.tick(SBIN.token, 80_000)
  first.stop()
  await pass(2_000)
  expect(told).toEqual(['up', 80_000])
  vi.setSystemTime(START_MS - MINUTE_MS)
  await pass(1_500)
  expect([feed.isUp(), ...told]).toEqual([false, 'up', 80_000, 'down'])
  const second = lead(bus, { number: 6 })
  await pass(0)
  expect(told.at(-1)).toBe('up')
  second.tick(SBIN.token, 80_005)
  const thawed = lead(bus, { number: 5, hasWon: false })
  await pass(0)
  thawed.tick(SBIN.token, 70_000)
  await pass(2_000)
  expect(told.slice(3)).toEqual(['up', 80_005])
  expect(feed.lastOf(SBIN.token)?.lastPaise).toBe(80_005)
})

test('a term that the database does not have moves nothing, however high, and costs few questions', async () => {
  const { bus } = lossyBus()
  const { feed, told } = follow(bus, [SBIN.token])
  const minutes = followPrices(bus, { calendar, clock: { now: () => new Date() }, ...trust })
  await minutes.todaysMinutes(SBIN)
  const leader = lead(bus, { number: 5 })
  await pass(300)
  leader.tick(SBIN.token, 80_000)
  lastLead.questions = 0
  const forged = lead(bus, { number: 2 ** 50, hasWon: false })
  for (let tick = 0; tick < 100; tick++) forged.tick(SBIN.token, 1)
  bus.publish(SUBJECTS.bar(SBIN.token), encodeBar({ term: 2 ** 50, number: 1, value: barAt(0, 1) }))
  await pass(900)
  leader.tick(SBIN.token, 80_005)
  await pass(0)
  expect(told).toEqual(['up', 80_000, 80_005])
  expect(feed.lastOf(SBIN.token)?.lastPaise).toBe(80_000)
  expect(Array.from((await minutes.todaysMinutes(SBIN)).bars.closePaise)).not.toContain(1)
  expect(lastLead.questions).toBeLessThan(10)
  minutes.close()
})

test('a database that is away ends nobody’s lead, and the next leader is followed once it answers', async () => {
  const { bus } = lossyBus()
  const { told } = follow(bus, [SBIN.token])
  const first = lead(bus, { number: 5 })
  await pass(0)
  lastLead.isAway = true
  lead(bus, { number: 6, hasWon: false }).tick(SBIN.token, 1)
  await pass(300)
  first.tick(SBIN.token, 80_000)
  await pass(0)
  expect(told).toEqual(['up', 80_000])
  first.stop()
  const second = lead(bus, { number: 7 })
  await pass(5_000)
  lastLead.isAway = false
  await pass(2_000)
  second.tick(SBIN.token, 80_010)
  await pass(0)
  expect(told.slice(2)).toEqual(['down', 'up', 80_010])
})

test('a tick that is repeated is not a price', async () => {
  const { bus } = lossyBus()
  const said: string[] = []
  bus.subscribe(SUBJECTS.tick(SBIN.token), (payload) => said.push(payload))
  const { told } = follow(bus, [SBIN.token])
  const leader = lead(bus)
  await pass(0)
  leader.tick(SBIN.token, 80_000)
  leader.tick(SBIN.token, 80_005)
  await pass(0)
  bus.publish(SUBJECTS.tick(SBIN.token), said[0]!)
  await pass(0)
  expect(told).toEqual(['up', 80_000, 80_005])
})

test('after a silence a leader with an earlier term is believed, as after a restored database', async () => {
  const { bus } = lossyBus()
  const { feed, told } = follow(bus, [SBIN.token])
  lead(bus, { number: 900 }).stop()
  await pass(3_500)
  expect(feed.isUp()).toBe(false)
  const restored = lead(bus, { number: 7 })
  await pass(0)
  restored.tick(SBIN.token, 80_000)
  await pass(0)
  expect([feed.isUp(), ...told.slice(-2)]).toEqual([true, 'up', 80_000])
})

test('a leader whose lead is not confirmed says nothing', async () => {
  const { bus } = lossyBus()
  const { told } = follow(bus, [SBIN.token])
  const state = { isConfirmed: true }
  const leader = lead(bus, { isConfirmed: () => state.isConfirmed })
  await pass(0)
  state.isConfirmed = false
  leader.tick(SBIN.token, 80_000)
  await pass(5_000)
  expect(told).toEqual(['up', 'down'])
})

test('today’s minutes come from candles and closed bars, and after a lost bar from candles again', async () => {
  const { bus, lost } = lossyBus()
  const past = [barAt(-2, 79_000), barAt(-1, 79_500)]
  const leader = lead(bus, { past })
  follow(bus, [SBIN.token])
  const prices = followPrices(bus, { calendar, clock: { now: () => new Date() }, ...trust })
  const closes = async () => {
    const { bars, isWhole } = await prices.todaysMinutes(SBIN)
    return { isWhole, closes: Array.from(bars.closePaise) }
  }
  await pass(0)
  expect(await closes()).toEqual({ isWhole: true, closes: [79_000, 79_500] })
  await pass(MINUTE_MS)
  leader.tick(SBIN.token, 80_000)
  await pass(MINUTE_MS)
  leader.tick(SBIN.token, 80_100)
  await pass(1_000)
  expect(await closes()).toEqual({ isWhole: true, closes: [79_000, 79_500, 80_000, 80_100] })
  lost.add(SUBJECTS.bar(SBIN.token))
  await pass(MINUTE_MS)
  lost.clear()
  past.push(barAt(1, 80_000), barAt(2, 80_100))
  leader.tick(SBIN.token, 80_200)
  await pass(MINUTE_MS)
  expect(await closes()).toEqual({ isWhole: true, closes: [79_000, 79_500, 80_000, 80_100, 80_200] })
  prices.close()
})

test('past bars are asked for by the week, and the feed’s silence is not an empty answer', async () => {
  const { bus } = lossyBus()
  const range = { fromMs: START_MS - 30 * DAY_MS, untilMs: START_MS }
  const pastBars = busCandles(bus, SUBJECTS.past)
  expect(await pastBars(SBIN, range)).toMatchObject({ kind: 'unavailable' })
  const leader = lead(bus, { past: [barAt(-5 * 24 * 60, 1), barAt(-20 * 24 * 60, 2), barAt(-1, 3)] })
  const answer = await pastBars(SBIN, range)
  expect(answer.kind === 'answered' && Array.from(answer.value.closePaise)).toEqual([2, 1, 3])
  expect(leader.asked).toEqual(Array.from({ length: 5 }, () => 'past 3045'))
})
