import type { Token } from '@trading-bot/core/units'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS } from '@trading-bot/core/risk/own-limits'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { mix } from '@trading-bot/core/random/chance'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { type FaultRates, type FaultSwitch, faultSwitch, swarmRates } from '../brokers/faulty/fault-switch.ts'
import { partialFills } from '../brokers/faulty/partial-fills.ts'
import { faultyBroker } from '../brokers/faulty/faulty-broker.ts'
import { faultyTicks } from '../brokers/faulty/faulty-ticks.ts'
import { exchangePaperMarket } from '../brokers/paper/exchange-paper-market.ts'
import { paperBroker } from '../brokers/paper/paper-broker.ts'
import type { PaperMarket } from '../brokers/paper/paper-market.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { exchangeTicks } from '../exchange/exchange-ticks.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import type { LiveSetup } from '../live/live-engine.ts'
import type { BotInstance } from '../live/accounts/bot-instance.ts'
import { SHARDS } from '../live/shards/lease.ts'
import type { StrategyRunner } from '../live/strategies/strategy-runner.ts'
import type { Broker } from '../ports.ts'
import { idsFrom } from '../ports/ids.ts'
import type { Randomness } from '../ports/randomness.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import { type VirtualTime, virtualTime } from '../ports/virtual-time.ts'
import { type MemoryStore, memoryStore } from './memory-store.ts'
import type { Plant } from './planted-bugs.ts'
import { circuitMarket } from './circuit-market.ts'
import { type ExposureWatch, exposureWatch } from './exposure-watch.ts'
import { type Owner, runOwner, withoutForeignTags } from './owner.ts'
import { type Referee, referee } from './referee.ts'
import { storeFaults, type StoreFaults } from './store-faults.ts'

/** One seed's environment: a market, accounts at a faulty broker, a faulty store, and a referee that checks every call. */
export type SimulationEnvironment = {
  readonly seed: number
  readonly time: VirtualTime
  readonly chance: Randomness
  readonly faults: FaultSwitch
  readonly storeFaults: StoreFaults
  readonly exchange: Exchange
  readonly memory: MemoryStore
  readonly referee: Referee
  /** The accounts at the broker itself, behind the faults. */
  readonly truth: ReadonlyMap<string, Broker>
  readonly exposure: ExposureWatch
  /** Null on days on which nobody trades by hand. */
  readonly owner: Owner | null
  readonly kind: DayKind
  readonly setup: LiveSetup
  readonly instruments: readonly (typeof NIFTY_50)[number][]
  readonly startMs: number
}

const FILL_MODEL = { slippageBps: 3 }
const ACCOUNTS = 4
const INSTRUMENTS = 4
// Positions are read every 15 s, and what they show must reach the exchange.
const OWNER_EXCUSE_MS = 25_000
// Enough to reach the rate limit at the end of a minute.
const CROWD = 14
const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 30, maxLossPerDayPaise: 2_000_000, maxQuantity: 500 }

export function openEnvironment(seed: number, plant: Plant): SimulationEnvironment {
  const chance = seededRandomness(seed)
  // Some seeds reach the square-off and the end of a session.
  const startMs = indiaDayStartMs(dayNumberOf('2026-11-16')) + 10 * 60 * MINUTE_MS + chance.whole(45) * MINUTE_MS
  const time = virtualTime(startMs)
  const { clock, timers } = time
  const instruments = NIFTY_50.slice(0, plant.instruments ?? (seed % 25 === 0 ? CROWD : INSTRUMENTS))
  const exchange = openExchange({
    market: { seed: 1 + chance.whole(1_000_000), hours: 'demo' },
    clock,
    timers,
    randomness: seededRandomness(seed + 1),
    instruments,
  })
  const kind = kindOf(seed)
  const circuit = kind.hasCircuit
    ? { token: instruments[0]!.token, fromMs: startMs + 6 * MINUTE_MS, untilMs: startMs + 9 * MINUTE_MS }
    : null
  const market = circuitMarket(exchangePaperMarket(exchange), clock, circuit)
  const faults = faultSwitch(seededRandomness(seed + 3), ratesOf(seed, kind))
  const instances = Array.from({ length: ACCOUNTS }, (_, index) => instanceOf(seed, index, instruments, startMs))
  const databaseFaults = storeFaults(seededRandomness(seed + 4), !kind.isCalm)
  const { step, writeMs } = databaseFaults
  const memory = memoryStore({ clock, timers, instances, step, writeMs, isUneven: kind.isUneven, ...plant.store })
  const judge = referee({ clock, rows: memory.rows, sessionAt: (token, atMs) => sessionAt(exchange, token, atMs) })
  const exposure = exposureWatch({
    clock,
    timers,
    rows: memory.rows,
    violate: judge.violate,
    isCalm: kind.isCalm && instruments.length < CROWD && circuit === null,
    ownerExcuseMs: kind.isCalm ? OWNER_EXCUSE_MS : Infinity,
  })
  const { truth, reached } = openBrokers({ instances, market, faults, time, judge, exposure })
  const owner = kind.hasOwner
    ? runOwner({ clock, timers, chance: seededRandomness(seed + 6), truth, instruments, exposure })
    : null
  const setup = setupOf({ seed, plant, exchange, market, faults, time, memory, reached, violate: judge.violate })
  const day = { seed, time, chance, exchange, memory, truth, exposure, owner, kind, setup, instruments, startMs }
  return { ...day, faults, storeFaults: databaseFaults, referee: judge }
}

function ratesOf(seed: number, { isCalm, hasOwner }: DayKind): FaultRates {
  const calm = { PARTIAL_FILL: 0.2, FOREIGN_ROWS: 0.1, STALE_POSITIONS: hasOwner ? 0 : 0.3 }
  const swarm: FaultRates = isCalm ? calm : swarmRates(seededRandomness(seed + 2))
  // A connection that drops or freezes at every other tick would leave no bars to trade on.
  return {
    ...swarm,
    FEED_DROPS: (swarm.FEED_DROPS ?? 0) / 100,
    FROZEN_TICKS: (swarm.FROZEN_TICKS ?? 0) / 100,
  }
}

type BrokerParts = {
  readonly instances: readonly BotInstance[]
  readonly market: PaperMarket
  readonly faults: FaultSwitch
  readonly time: VirtualTime
  readonly judge: Referee
  readonly exposure: ExposureWatch
}

/** The accounts at the broker itself, and as the engine reaches them: through faults, under the referee's eyes. */
function openBrokers({ instances, market, faults, time: { clock, timers }, judge, exposure }: BrokerParts) {
  const fillQuantity = partialFills(faults)
  const paper = { cashPaise: 2 ** 45, market, fillModel: FILL_MODEL, clock, timers, fillQuantity }
  const truth = new Map(instances.map(({ id }) => [id, paperBroker(paper)]))
  for (const [id, broker] of truth) exposure.follow(id, broker)
  const reached = new Map(
    [...truth].map(([id, inner]) => {
      const seen = judge.watchTruth(id, withoutForeignTags(inner), exposure.notePlaced)
      return [id, judge.watchCalls(id, faultyBroker(seen, { faults, clock, timers }))]
    }),
  )
  return { truth, reached }
}

/** Kinds of days: undisturbed ones, those with an owner who trades by hand, and those at a circuit. */
type DayKind = {
  readonly isCalm: boolean
  readonly hasOwner: boolean
  readonly hasCircuit: boolean
  readonly isUneven: boolean
}

function kindOf(seed: number): DayKind {
  return {
    isCalm: seed % 10 === 0,
    hasOwner: seed % 10 === 5 || seed % 20 === 0,
    hasCircuit: seed % 7 === 3,
    isUneven: seed % 8 === 7,
  }
}

type Parts = Pick<SimulationEnvironment, 'seed' | 'exchange' | 'faults' | 'time' | 'memory'> & {
  readonly plant: Plant
  readonly market: PaperMarket
  readonly reached: ReadonlyMap<string, Broker>
  readonly violate: (what: string) => void
}

function setupOf({ seed, plant, exchange, market, faults, time, memory, reached, violate }: Parts): LiveSetup {
  const { clock, timers } = time
  return {
    store: plant.wrapStore?.(memory.store, memory.rows) ?? memory.store,
    calendar: plant.calendar ?? DEMO_CALENDAR,
    fillModel: FILL_MODEL,
    stream: faultyTicks(exchangeTicks(exchange), faults, timers),
    candles: candlesOf(market),
    openBroker: ({ instance: { id } }) => {
      const own = reached.get(plant.accountOf?.(id) ?? id)
      if (!own) throw new Error(`no broker for ${id}`)
      return plant.wrapBroker?.(own, timers) ?? own
    },
    openRunner: (instance) => randomSignals(seed, instance),
    clock,
    timers,
    ids: idsFrom(seededRandomness(seed + 5)),
    // Database errors are expected; an order that cannot be processed or reconciled is a bug of ours.
    onError: (what, error) => {
      if (/^orders? /.test(what)) violate(`${what}: ${String(error)}`)
    },
    ...plant.setup,
  }
}

function instanceOf(
  seed: number,
  index: number,
  instruments: readonly (typeof NIFTY_50)[number][],
  startMs: number,
): BotInstance {
  const chance = seededRandomness(mix(seed, index))
  // The plan of one account ends during the simulation.
  const entriesUntilMs = index === ACCOUNTS - 1 ? startMs + chance.whole(20) * MINUTE_MS : Infinity
  return {
    id: `account-${index}`,
    userId: `user-${index}`,
    shard: (index * SHARDS) / ACCOUNTS,
    strategyId: 'strategy',
    version: 1,
    mode: 'LIVE',
    runnerKey: index % 2 === 0 ? 'even' : 'odd',
    botType: 'random',
    interval: '1m',
    parameters: {},
    instruments,
    capital: { capitalPaise: 20_000_000 + chance.whole(10_000_000) },
    limits: { ...LIMITS, stopLossBps: 15 + chance.whole(40), targetBps: 20 + chance.whole(60) },
    ownLimits: NO_OWN_LIMITS,
    onRefusedStop: 'CLOSE',
    isRunning: true,
    entriesUntilMs,
    closeRequests: 0,
    positionsToClose: [],
    carriedPaise: 0,
  }
}

function candlesOf(market: PaperMarket): Broker['candles'] {
  return async (instrument, range) => {
    const bars = market.candles(instrument, range)
    return bars ? { kind: 'answered', value: bars } : { kind: 'unavailable', why: 'no bars' }
  }
}

const SIGNALS = [ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, ENTER_LONG | EXIT_SHORT, ENTER_SHORT | EXIT_LONG]

/** A random strategy with a signal every third minute, far more than a real one, to reach rare cases. */
function randomSignals(seed: number, { runnerKey, instruments }: BotInstance): StrategyRunner {
  return {
    key: runnerKey,
    tokens: new Set(instruments.map(({ token }) => token)),
    reasons: { enterLong: 'up', enterShort: 'down', exitLong: 'no longer up', exitShort: 'no longer down' },
    warmUpBars: 0,
    step(token, bar) {
      const draw = mix(mix(seed, Number(token)), mix(runnerKey.length, bar.startMs / MINUTE_MS)) >>> 0
      return { signal: draw % 3 === 0 ? SIGNALS[(draw >>> 8) % SIGNALS.length]! : 0, inputs: { draw } }
    },
    close: () => {},
  }
}

function sessionAt(exchange: Exchange, token: Token, atMs: number): Session | null {
  const book = exchange.books.get(token)
  const session = book && openSessionAt(DEMO_CALENDAR, atMs, book.quote.instrument)
  return session?.ok ? session.value : null
}
