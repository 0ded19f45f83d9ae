import type { ClientId, InstanceId, Token, UserId } from '@trading-bot/core/units'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS } from '@trading-bot/core/risk/own-limits'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { mix } from '@trading-bot/core/random/chance'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { type FaultSwitch, faultSwitch } from '../brokers/faulty/fault-switch.ts'
import { faultyTicks } from '../brokers/faulty/faulty-ticks.ts'
import { freakTicks } from '../brokers/faulty/freak-ticks.ts'
import type { PaperMarket } from '../brokers/paper/paper-market.ts'
import type { Exchange } from '../exchange/state/exchange.ts'
import { exchangeTicks } from '../exchange/exchange-ticks.ts'
import type { LiveSetup } from '../live/run/engine/live-engine.ts'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { SHARDS } from '../live/book/leases/lease.ts'
import type { StrategyRunner } from '../live/run/engine/strategy-runner.ts'
import type { Broker, TickStream } from '../ports.ts'
import { idsFrom } from '../ports/ids.ts'
import type { Randomness } from '../ports/randomness.ts'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import { type VirtualTime, virtualTime } from '../ports/virtual-time.ts'
import { type MemoryStore, memoryStore } from './memory-store.ts'
import type { Mutant } from './mutant.ts'
import { type DayKind, kindOf, ratesOf } from './day-kind.ts'
import { type EnginePresence, enginePresence } from './engine-presence.ts'
import type { ExposureWatch } from './exposure-watch.ts'
import { type FarOrders, runFarOrders } from './far-orders.ts'
import { foldJudge } from './fold-judge.ts'
import { FILL_MODEL, openBrokers } from './open-brokers.ts'
import { type Owner, runOwner } from './owner.ts'
import { openMarket } from './open-market.ts'
import { openWatches } from './open-watches.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import { type Referee, referee } from './referee.ts'
import { storeFaults, type StoreFaults } from './store-faults.ts'

/** One seed's environment: a market, accounts at a faulty broker, a faulty store, and a referee that checks every call. */
export type SimulationEnvironment = {
  readonly seed: number
  readonly time: VirtualTime
  readonly chance: Randomness
  readonly faults: FaultSwitch
  /** Of the exchange behind the broker; drawn apart from the others, so that each seed's others stay as they are. */
  readonly exchangeFaults: FaultSwitch
  readonly storeFaults: StoreFaults
  readonly exchange: Exchange
  readonly memory: MemoryStore
  readonly referee: Referee
  /** The accounts at the broker itself, behind the faults. */
  readonly truth: ReadonlyMap<string, Broker>
  /** The bot instances that trade over a broker account. */
  readonly instancesOf: (accountId: string) => readonly InstanceId[]
  readonly exposure: ExposureWatch
  readonly protection: ProtectionWatch
  readonly presence: EnginePresence
  /** Null on days on which nobody trades by hand. */
  readonly owner: Owner | null
  readonly farOrders: FarOrders | null
  readonly kind: DayKind
  readonly setup: LiveSetup
  readonly instruments: readonly (typeof NIFTY_50)[number][]
  readonly startMs: number
}

const ACCOUNTS = 4
const INSTRUMENTS = 4
// Enough to reach the rate limit at the end of a minute.
const CROWD = 14
// A failed transaction is repeated after pauses that grow from a tenth of a second.
const DATABASE_EXCUSE_MS = 3_000
const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 30, maxLossPerDayPaise: 2_000_000, maxQuantity: 500 }

export function openEnvironment(seed: number, mutant: Mutant): SimulationEnvironment {
  const chance = seededRandomness(seed)
  // Some seeds reach the square-off and the end of a session.
  const startMs = indiaDayStartMs(dayNumberOf('2026-11-16')) + 10 * 60 * MINUTE_MS + chance.whole(45) * MINUTE_MS
  const time = virtualTime(startMs)
  const { clock, timers } = time
  const instruments = NIFTY_50.slice(0, mutant.instruments ?? (seed % 25 === 0 ? CROWD : INSTRUMENTS))
  const kind = kindOf(seed)
  const { exchange, exchangeFaults, ranges, market, isAtCircuit } = openMarket({
    seed,
    kind,
    instruments,
    time,
    marketSeed: 1 + chance.whole(1_000_000),
  })
  const faults = faultSwitch(seededRandomness(seed + 3), ratesOf(seed, kind))
  const instances = Array.from({ length: ACCOUNTS }, (_, index) => instanceOf(seed, index, kind, instruments, startMs))
  const accounts = accountsOf(instances)
  const instancesOf = (accountId: string) =>
    instances.map(({ id }) => id).filter((id) => accounts.get(id) === accountId)
  const databaseFaults = storeFaults(seededRandomness(seed + 4), !kind.isCalm, (delayMs) =>
    protection.excuse(null, null, clock.nowMs() + delayMs + DATABASE_EXCUSE_MS),
  )
  const { step, writeMs } = databaseFaults
  const memory = memoryStore({ clock, timers, instances, step, writeMs, isUneven: kind.isUneven, ...mutant.store })
  const { rows } = memory
  const judge = referee({ clock, rows, exchange, sessionAt: (token, atMs) => sessionAt(exchange, token, atMs) })
  const { violate } = judge
  const judged = { clock, timers, rows, violate, kind, instancesOf, presence: enginePresence(clock) }
  const isQuiet = kind.isCalm && instruments.length < CROWD && !isAtCircuit
  const isMarketOpen = (token: Token) => sessionAt(exchange, token, clock.nowMs()) !== null
  const { exposure, protection } = openWatches({ ...judged, isMarketOpen, isQuiet })
  const parts = { accounts, market, ranges, faults, exchangeFaults, time, judge, exposure, protection }
  const { truth, reached } = openBrokers(parts)
  const owner = kind.hasOwner
    ? runOwner({ clock, timers, chance: seededRandomness(seed + 6), truth, instruments, exposure })
    : null
  const farOrders = kind.isShared
    ? runFarOrders({
        clock,
        timers,
        chance: seededRandomness(mix(seed, 10)),
        broker: truth.get(instances[0]!.id)!,
        instruments,
        lastPaiseOf: (token) => market.quoteOf(token)?.lastPaise ?? null,
      })
    : null
  const stream = faultyTicks(freakTicks(exchangeTicks(exchange), exchangeFaults), faults, timers)
  const setup = setupOf({ seed, mutant, stream, market, time, memory, reached, violate })
  const day = { seed, time, chance, exchange, memory, truth, exposure, owner, kind, setup, instruments, startMs }
  const { presence } = judged
  const watched = { faults, exchangeFaults, storeFaults: databaseFaults, referee: judge, protection, presence }
  return { ...day, ...watched, farOrders, instancesOf }
}

/** The broker account of each bot instance: bots of one owner share it. */
function accountsOf(instances: readonly BotInstance[]): Map<InstanceId, string> {
  const first = (userId: UserId) => instances.find((instance) => instance.userId === userId)!.id
  return new Map(instances.map(({ id, userId }) => [id, first(userId)]))
}

type Parts = Pick<SimulationEnvironment, 'seed' | 'time' | 'memory'> & {
  readonly mutant: Mutant
  readonly stream: TickStream
  readonly market: PaperMarket
  readonly reached: ReadonlyMap<string, Broker>
  readonly violate: (what: string) => void
}

function setupOf({ seed, mutant, stream, market, time, memory, reached, violate }: Parts): LiveSetup {
  const { clock, timers } = time
  const folds = foldJudge(violate)
  return {
    store: mutant.wrapStore?.(memory.store, memory.rows) ?? memory.store,
    calendar: mutant.calendar ?? DEMO_CALENDAR,
    fillModel: FILL_MODEL,
    stream: mutant.wrapStream?.(stream) ?? stream,
    candles: candlesOf(market),
    openBroker: (stored) => {
      const { id } = stored.instance
      folds.onStored(stored)
      const own = reached.get(mutant.accountOf?.(id) ?? id)
      if (!own) throw new Error(`no broker for ${id}`)
      const isOwn = (clientId: ClientId) =>
        [...memory.rows.orders.values()].some((order) => order.clientId === clientId && order.instanceId === id)
      return mutant.wrapBroker?.(own, timers, isOwn) ?? own
    },
    openRunner: (instance) => randomSignals(seed, instance),
    clock,
    timers,
    ids: idsFrom(seededRandomness(seed + 5)),
    onStep: (account, input) => {
      mutant.onStep?.(account, input)
      folds.onStep(account, input)
    },
    // Database errors are expected; an input that cannot be processed is a fault of ours.
    onError: (what, error) => {
      if (/could not be (processed|read)$/.test(what)) violate(`${what}: ${String(error)}`)
    },
    ...mutant.setup,
  }
}

function instanceOf(
  seed: number,
  index: number,
  { isShared }: DayKind,
  instruments: readonly (typeof NIFTY_50)[number][],
  startMs: number,
): BotInstance {
  const chance = seededRandomness(mix(seed, index))
  // The second bot of an owner follows the same strategy as the first, or another one.
  const owner = isShared && index === 1 + (seed % 2) ? 0 : index
  // The plan of one account ends during the simulation.
  const entriesUntilMs = index === ACCOUNTS - 1 ? startMs + chance.whole(20) * MINUTE_MS : Infinity
  return {
    id: `account-${index}`,
    userId: `user-${owner}`,
    shard: (owner * SHARDS) / ACCOUNTS,
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
    positionsToRelease: [],
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
  const { isParted } = kindOf(seed)
  return {
    key: runnerKey,
    tokens: new Set(instruments.map(({ token }) => token)),
    reasons: { enterLong: 'up', enterShort: 'down', exitLong: 'no longer up', exitShort: 'no longer down' },
    warmUpBars: 0,
    step(token, bar) {
      const draw = mix(mix(seed, Number(token)), mix(runnerKey.length, bar.startMs / MINUTE_MS)) >>> 0
      const signal = draw % 3 === 0 ? SIGNALS[(draw >>> 8) % SIGNALS.length]! : 0
      const quarters = isParted ? (draw >>> 16) % 4 : 0
      return { signal, inputs: { draw }, part: quarters === 0 ? null : { quantity: quarters, of: 4 } }
    },
    close: () => {},
  }
}

function sessionAt(exchange: Exchange, token: Token, atMs: number): Session | null {
  const book = exchange.books.get(token)
  const session = book && openSessionAt(DEMO_CALENDAR, atMs, book.quote.instrument)
  return session?.ok ? session.value : null
}
