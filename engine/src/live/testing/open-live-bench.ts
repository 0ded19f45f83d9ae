import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS } from '@trading-bot/core/risk/own-limits'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { PositionPart } from '@trading-bot/core/risk/position-part'
import type { Share } from '@trading-bot/core/risk/share'
import type { EntryPrices } from '@trading-bot/core/trading/order-terms'
import type { Paise } from '@trading-bot/core/units'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { TickListener, TimeRange } from '../../ports.ts'
import { idsFrom } from '../../ports/ids.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { virtualTime } from '../../ports/virtual-time.ts'
import { foldJudge } from '../../simulation/fold-judge.ts'
import { memoryStore } from '../../simulation/memory-store.ts'
import type { EngineTelemetry } from '../execution/engine-telemetry.ts'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import { expect, onTestFinished } from 'vitest'
import type { LiveSetup } from '../run/engine/live-engine.ts'
import { type RunningEngine, runEngine } from '../run/run-engine.ts'
import { puppetBroker } from './puppet-broker.ts'

const [STOCK] = NIFTY_50.filter(({ token }) => token === '3045')
export const PRICE_PAISE = 80_000

const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: 100, targetBps: 200 }

/** For tests of stops: one per cent below the entry. */
export const WITH_STOP = { limits: { ...LIMITS, stopLossBps: 100 } }

type Options = {
  readonly instance?: Partial<BotInstance>
  /** Bots besides the first one. */
  readonly others?: readonly Partial<BotInstance>[]
  /** Called before every store operation; throwing fails it, a promise that never resolves simulates a crash. */
  readonly step?: (what: string) => void | Promise<void>
  readonly calendar?: MarketCalendar
  readonly telemetry?: EngineTelemetry
  readonly journalOf?: LiveSetup['journalOf']
  /** Minute of the India day at which the test starts. */
  readonly minute?: number
}

/** The engine with one account in virtual time; the test plays the market, the strategy and the broker. */
export async function openLiveBench(options: Options = {}) {
  const stock = STOCK!
  const start = indiaDayStartMs(dayNumberOf('2026-11-16')) + (options.minute ?? 600) * MINUTE_MS
  const time = virtualTime(start + 5 * SECOND_MS)
  const { clock, timers } = time
  const broker = puppetBroker(clock.nowMs)
  const instance: BotInstance = {
    id: 'bot',
    userId: 'user',
    shard: 0,
    strategyId: 'strategy',
    version: 1,
    mode: 'LIVE',
    runnerKey: 'run',
    interval: '1m',
    botType: 'puppet',
    parameters: {},
    instruments: [stock],
    capital: { capitalPaise: 10_000_000 },
    limits: LIMITS,
    ownLimits: NO_OWN_LIMITS,
    onRefusedStop: 'CLOSE',
    isRunning: true,
    entriesUntilMs: Infinity,
    closeRequests: 0,
    positionsToClose: [],
    positionsToRelease: [],
    carriedPaise: 0,
    ...options.instance,
  }
  const memory = memoryStore({
    clock,
    timers,
    instances: [instance, ...(options.others ?? []).map((other) => ({ ...instance, ...other }))],
    instruments: [stock],
    ...(options.step && { step: options.step }),
  })
  const differences: string[] = []
  const folds = foldJudge((difference) => void differences.push(difference))
  onTestFinished(() => expect(differences, 'what the account keeps differs from its orders').toEqual([]))
  const errors: string[] = []
  const closedByHand: string[] = []
  const closedRunners: string[] = []
  const restored: KeptState[] = []
  let nextKept: KeptState | null = null
  let listener: TickListener | undefined
  let sequence = 0
  let nextSignal = 0
  let nextShare: Share | undefined
  let nextPrices: EntryPrices | null = null
  let nextPart: PositionPart | null = null
  const setup = {
    store: memory.store,
    calendar: options.calendar ?? DEMO_CALENDAR,
    fillModel: { slippageBps: 0 },
    stream: {
      open: (_: readonly string[], tickListener: TickListener) => {
        listener = tickListener
        tickListener.onUp()
        return () => {}
      },
    },
    candles: async (_: unknown, range: TimeRange) => ({ kind: 'answered', value: flatBars(range) }) as const,
    openBroker: (stored: StoredAccount) => {
      folds.onStored(stored)
      return broker
    },
    onStep: folds.onStep,
    openRunner: ({ runnerKey }: BotInstance) => ({
      key: runnerKey,
      tokens: new Set([stock.token]),
      reasons: { enterLong: 'up', enterShort: 'down', exitLong: 'over', exitShort: 'over' },
      warmUpBars: 0,
      step: () => {
        const signal = nextSignal
        nextSignal = 0
        return { signal, inputs: { ...nextPrices }, share: nextShare, prices: nextPrices, part: nextPart }
      },
      restore: (kept: KeptState) => void restored.push(kept),
      takeKept: () => {
        const kept = nextKept
        nextKept = null
        return kept
      },
      closedByHand: (token: string) => void closedByHand.push(token),
      close: () => void closedRunners.push(runnerKey),
    }),
    clock,
    timers,
    ids: idsFrom(seededRandomness(5)),
    onError: (what: string) => void errors.push(what),
    ...(options.telemetry && { telemetry: options.telemetry }),
    ...(options.journalOf && { journalOf: options.journalOf }),
  }
  const pass = (ms: number) => time.settleTo(clock.nowMs() + ms, systemDrain)
  const print = (pricePaise: Paise) => {
    sequence++
    const trade = { lastQuantity: 1, dayVolume: sequence, previousClosePaise: PRICE_PAISE }
    listener?.onTick({ token: stock.token, atMs: clock.nowMs(), sequence, pricePaise, ...trade })
  }
  /** The market trades at this price: a print and its witness. */
  const tick = (pricePaise = PRICE_PAISE) => {
    print(pricePaise)
    print(pricePaise)
  }
  let running: RunningEngine
  const begin = async () => {
    let begun: RunningEngine | undefined
    void runEngine(setup).then((engine) => {
      begun = engine
    })
    for (let second = 0; !begun && second < 60; second++) await pass(SECOND_MS)
    if (!begun) throw new Error('the engine did not start')
    running = begun
  }
  /** The process dies, and its session with it. */
  const crash = () => {
    running.halt()
    memory.endSessions()
  }
  await begin()
  /** Sends a tick every ten seconds. */
  const trade = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10 * SECOND_MS) {
      tick()
      await pass(Math.min(10 * SECOND_MS, ms - passed))
    }
  }
  // Bars count only from the first whole minute on.
  await trade(2 * MINUTE_MS)
  return {
    time,
    clock,
    broker,
    memory,
    errors,
    /** What the strategy was told of. */
    closedByHand,
    closedRunners,
    /** What the strategy was given at its starts. */
    restored,
    /** What the strategy wants to be kept at the next bar close. */
    keep: (kept: KeptState) => {
      nextKept = kept
    },
    pass,
    tick,
    print,
    trade,
    /** The connection to the stream of prices is lost for a moment. */
    interruptFeed: async (ms: number) => {
      listener?.onDown()
      await pass(ms)
      listener?.onUp()
    },
    engine: () => running.engine,
    account: () => [...running.engine.accounts.values()][0],
    /** Lets the strategy give this signal at the next bar close and lets the minute pass. */
    signal: async (
      signal: number,
      share?: Share,
      prices: EntryPrices | null = null,
      part: PositionPart | null = null,
    ) => {
      nextSignal = signal
      nextPart = part
      nextPrices = prices
      nextShare = share
      const untilMs = (Math.floor(clock.nowMs() / MINUTE_MS) + 1) * MINUTE_MS + SECOND_MS
      await trade(untilMs - clock.nowMs())
    },
    /** Stops the engine as in a crash and starts another one. */
    restart: async () => {
      crash()
      await begin()
    },
    crash,
    begin,
    orders: (): LiveOrder[] => [...memory.rows.orders.values()],
    last: (): LiveOrder => [...memory.rows.orders.values()].at(-1)!,
    change: (change: Partial<BotInstance>) => {
      memory.rows.instances.set('bot', { ...memory.rows.instances.get('bot')!, ...change })
      memory.announce('bot')
    },
    held: () =>
      [...memory.rows.orders.values()].reduce(
        (sum, { side, fills }) =>
          sum + fills.reduce((part, fill) => part + (side === 'BUY' ? 1 : -1) * fill.quantity, 0),
        0,
      ),
  }
}

/** Candles of a flat market. */
function flatBars({ fromMs, untilMs }: TimeRange) {
  const length = Math.max(0, Math.ceil((untilMs - fromMs) / MINUTE_MS))
  const price = () => new Int32Array(length).fill(PRICE_PAISE)
  return {
    timeMs: Float64Array.from({ length }, (_, index) => fromMs + index * MINUTE_MS),
    openPaise: price(),
    highPaise: price(),
    lowPaise: price(),
    closePaise: price(),
    volume: new Float64Array(length).fill(1),
  }
}
