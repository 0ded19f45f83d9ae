import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { feedPaperMarket } from '../../brokers/paper/feed-paper-market.ts'
import { paperBroker } from '../../brokers/paper/paper-broker.ts'
import { paperPast } from '../../paper-past.ts'
import type { TickListener, TimeRange } from '../../ports.ts'
import { idsFrom } from '../../ports/ids.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { virtualTime } from '../../ports/virtual-time.ts'
import { memoryStore } from '../../simulation/memory-store.ts'
import type { LiveSetup } from '../run/engine/live-engine.ts'
import type { PriceSetup } from '../run/engine/running-market.ts'
import { type RunningEngine, runEngine } from '../run/run-engine.ts'
import { TRADER } from './open-paper-day.ts'

const STOCK = TRADER.instruments[0]!
const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100, stopLossBps: 100 }

/** What a strategy runner was opened with and has seen since. */
export type SeenByRunner = { readonly past: number[]; readonly bars: number[]; isClosed: boolean }

/** One engine in virtual time with a live and a paper account of one strategy, on a market each; the test sets the prices. */
export async function openTwoMarkets(pricesPaise: { real: number; paper: number }) {
  const time = virtualTime(indiaDayStartMs(dayNumberOf('2026-11-16')) + 600 * MINUTE_MS + 5 * SECOND_MS)
  const { clock, timers } = time
  const last = { ...pricesPaise }
  const real = openMarket(() => last.real, time)
  const paper = openMarket(() => last.paper, time)
  const trader: BotInstance = { ...TRADER, instruments: [STOCK], limits: LIMITS }
  const accounts = [
    { ...trader, id: 'live', userId: 'live', mode: 'LIVE' },
    { ...trader, id: 'paper', userId: 'paper', mode: 'PAPER' },
  ] as const
  const memory = memoryStore({ clock, timers, instances: accounts, instruments: [STOCK] })
  const runners: SeenByRunner[] = []
  const errors: string[] = []
  let signal = 0
  const setup: LiveSetup = {
    ...real.prices,
    paperMarket: paper.prices,
    store: memory.store,
    calendar: DEMO_CALENDAR,
    fillModel: { slippageBps: 0 },
    openBroker: (stored) => {
      const { quotes } = stored.instance.mode === 'LIVE' ? real : paper
      const fillModel = { slippageBps: 0 }
      return paperBroker({ cashPaise: 2 ** 50, market: quotes, fillModel, ...time, before: paperPast(stored) })
    },
    openRunner: ({ runnerKey }) => {
      const seen: SeenByRunner = { past: [], bars: [], isClosed: false }
      runners.push(seen)
      return {
        key: runnerKey,
        tokens: new Set([STOCK.token]),
        reasons: { enterLong: 'up', enterShort: 'down', exitLong: 'over', exitShort: 'over' },
        warmUpBars: 3,
        warmUp: async (past) => void seen.past.push(...past.flatMap(({ minutes }) => [...minutes.closePaise])),
        step: (_, bar) => {
          seen.bars.push(bar.closePaise)
          return { signal, inputs: {} }
        },
        close: () => {
          seen.isClosed = true
        },
      }
    },
    clock,
    timers,
    ids: idsFrom(seededRandomness(5)),
    onError: (what) => void errors.push(what),
  }
  let running: RunningEngine | undefined
  void runEngine(setup).then((engine) => {
    running = engine
  })
  const pass = (ms: number) => time.settleTo(clock.nowMs() + ms, systemDrain)
  const trade = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10 * SECOND_MS) {
      real.print()
      paper.print()
      await pass(10 * SECOND_MS)
    }
  }
  for (let second = 0; !running && second < 60; second++) await pass(SECOND_MS)
  // Bars count only from the first whole minute on.
  await trade(2 * MINUTE_MS)
  return {
    last,
    runners,
    errors,
    trade,
    /** Both runners give this signal at the end of the minute. */
    signal: async (given: number) => {
      signal = given
      const untilMs = (Math.floor(clock.nowMs() / MINUTE_MS) + 1) * MINUTE_MS + SECOND_MS
      await trade(untilMs - clock.nowMs())
      signal = 0
    },
    ordersOf: (id: string) => [...memory.rows.orders.values()].filter(({ instanceId }) => instanceId === id),
    change: async (id: string, change: Partial<BotInstance>) => {
      memory.rows.instances.set(id, { ...memory.rows.instances.get(id)!, ...change })
      memory.announce(id)
      await trade(2 * SECOND_MS)
    },
    engine: () => running!.engine,
  }
}

/** Prices that a test sets, printed twice, as a print and its witness. */
function openMarket(lastPaise: () => number, { clock }: Pick<LiveSetup, 'clock'>) {
  const quotes = feedPaperMarket(DEMO_CALENDAR, clock)
  let listener: TickListener | undefined
  let sequence = 0
  const prices: PriceSetup = {
    stream: {
      open: (_, opened) => {
        listener = opened
        opened.onUp()
        return () => {}
      },
    },
    candles: async (_, range) => ({ kind: 'answered', value: flatBars(range, lastPaise()) }),
    onMarket: quotes,
  }
  const print = () => {
    for (let twice = 0; twice < 2; twice++) {
      sequence++
      const trade = { lastQuantity: 1, dayVolume: sequence, previousClosePaise: lastPaise() }
      listener?.onTick({ token: STOCK.token, atMs: clock.nowMs(), sequence, pricePaise: lastPaise(), ...trade })
    }
  }
  return { prices, quotes, print }
}

function flatBars({ fromMs, untilMs }: TimeRange, pricePaise: number) {
  const length = Math.max(0, Math.ceil((untilMs - fromMs) / MINUTE_MS))
  const price = () => new Int32Array(length).fill(pricePaise)
  return {
    timeMs: Float64Array.from({ length }, (_, index) => fromMs + index * MINUTE_MS),
    openPaise: price(),
    highPaise: price(),
    lowPaise: price(),
    closePaise: price(),
    volume: new Float64Array(length).fill(1),
  }
}
