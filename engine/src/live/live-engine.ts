import type { Paise, Quantity, Token } from '@trading-bot/core/units'
import type { OrderEvent } from '@trading-bot/core/trading/order-life'
import type { AccountRules } from '@trading-bot/core/trading/trading-account'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import type { RateLimit } from '../rate-limit/rate-limiter.ts'
import type { Feed } from '../feed/run-feed.ts'
import type { BuiltBar } from '../feed/built-bar.ts'
import type { FeedInstrument } from '../feed/instrument-feed.ts'
import type { Broker, TickStream } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Cancel, Timers } from '../ports/timers.ts'
import type { AccountOrder, ManagedAccount } from './accounts/managed-account.ts'
import type { BrokerDay } from './accounts/broker-day.ts'
import type { LiveOrder, OrderCode } from './orders/live-order.ts'
import type { LiveStore, Notice, StoredAccount } from './live-store.ts'
import type { BotInstance } from './accounts/bot-instance.ts'
import type { EngineTelemetry } from './engine-telemetry.ts'
import { type PriceLevels, priceLevels } from './positions/price-levels.ts'
import type { PriceWitness } from './positions/price-witness.ts'
import type { WriteBehindQueue } from './orders/write-behind-queue.ts'
import type { LeaseConfirmation } from './shards/confirm-leases.ts'
import type { Lease, Seat } from './shards/lease.ts'
import type { StrategyRunner } from './strategies/strategy-runner.ts'

/** The engine's dependencies; production, tests and the simulation each provide their own. */
export type LiveSetup = {
  readonly store: LiveStore
  readonly calendar: MarketCalendar
  readonly fillModel: FillModel
  readonly stream: TickStream
  readonly candles: Broker['candles']
  readonly openBroker: (account: StoredAccount) => Broker
  /** Null for a bot that cannot run; its exits are still managed. */
  readonly openRunner: (instance: BotInstance) => StrategyRunner | null
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  /** The order is given where the error concerns one. */
  readonly onError: (what: string, error: unknown, order?: LiveOrder) => void
  /** Receives every bar and price before the engine acts on it. */
  readonly onMarket?: MarketListener
  readonly telemetry?: EngineTelemetry
  readonly tuning?: Tuning
}

/** Overridden by the simulation only, to prove that its checks detect a wrong value. */
export type Tuning = {
  readonly rateCap?: RateLimit
  readonly notFoundAfterMs?: number
  readonly countsFillsOnce?: boolean
  readonly leaseTrustMs?: number
}

export type MarketListener = {
  /** Called once per instrument, before its first price. */
  readonly onInstrument: (instrument: FeedInstrument) => void
  readonly onPrice: (token: Token, pricePaise: Paise, atMs: number) => void
  /** Called with every closed minute, in order for each instrument. */
  readonly onBar?: (instrument: FeedInstrument, bar: BuiltBar) => void
}

/** What happened to an order, by us, in an answer or in the broker's books. */
export type OrderEventInput = {
  readonly event: OrderEvent
  readonly code?: OrderCode
  readonly detail?: string
  /** The broker was busy, so the same order may be accepted a moment later. */
  readonly isRetryable?: boolean
  /** New fills came with it, so that it is recorded even if the state stays. */
  readonly hasNewFills?: boolean
}

/** Which accounts' limits must be looked at, and when the others next have to be (accounts/check-limits.ts). */
type LimitWatch = {
  /** A level was reached, or holdings or session changed since the levels were set. */
  readonly changed: Set<ManagedAccount>
  readonly levels: WeakMap<ManagedAccount, readonly Cancel[]>
}

/** State of the running engine. */
export type LiveEngine = {
  readonly setup: LiveSetup
  /** Receives everything that happens to an order (orders/apply-order-event.ts). */
  readonly onOrderEvent: (account: ManagedAccount, order: LiveOrder, input: OrderEventInput) => void
  /** How often an order met an event that its state does not allow, by state and event; such events are not obeyed. */
  readonly illegalEvents: Map<string, number>
  /** By user: what all their bots did at the broker today. */
  readonly brokerDays: Map<string, BrokerDay>
  /** By token: the most shares that one order may have today, as far as refusals have taught it. */
  readonly freezes: Map<Token, { readonly dayNumber: number; readonly most: Quantity }>
  readonly writeBehindQueue: WriteBehindQueue
  readonly seat: Seat
  readonly confirmation: LeaseConfirmation
  /** By shard. */
  readonly leases: Map<number, Lease>
  /** Shards that are leased and whose accounts are not loaded yet. */
  readonly loadingShards: Set<number>
  /** It lost its seat for silence, and leaves the shards to the others for a while. */
  isResting: boolean
  /** The shard of every bot instance that this engine has ever held. */
  readonly shardOf: Map<string, number>
  /** Runs what adds or removes accounts one after the other. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly accounts: Map<string, ManagedAccount>
  readonly runners: Map<string, StrategyRunner>
  /** Accounts by strategy runner, and accounts with an open position by instrument. */
  readonly followers: Map<string, Set<ManagedAccount>>
  /** By strategy runner: instruments whose positions were closed by hand since the last bar close. */
  readonly closedByHand: Map<string, Set<Token>>
  readonly holders: Map<string, Set<ManagedAccount>>
  readonly levels: Map<string, PriceLevels>
  readonly lastPaise: Map<string, number>
  /** Which prices may be acted on. */
  readonly witness: PriceWitness
  readonly limitWatch: LimitWatch
  readonly staleTokens: Set<string>
  /** Exits triggered by the current price, collected so that they are recorded in one batch. */
  readonly triggered: AccountOrder[]
  /** Every instrument that any account trades or holds. */
  readonly instruments: Map<string, FeedInstrument>
  /** Null until all stored accounts are loaded. */
  feed: Feed | null
  readonly datedRules: Pick<AccountRules, 'sessionNumberAt' | 'sessionOf' | 'chargesOn'>
  /** Revision of the calendar that accounts and positions use. */
  calendarRevision: number
  /** Start of the first minute whose bar has not been received. */
  nextBarMs: number
  isStopped: boolean
}

/** True when nothing more may be decided, written or sent for the account. */
export function hasStopped(engine: LiveEngine, account: ManagedAccount): boolean {
  return engine.isStopped || account.isGone
}

/** Runs work without awaiting it; an error is reported and affects nothing else. */
export function inBackground(engine: LiveEngine, what: string, work: Promise<unknown>, order?: LiveOrder): void {
  work.catch((error: unknown) => engine.setup.onError(what, error, order))
}

/** Returns false if the owner was told the same in this session. */
export function notifyOwner(
  engine: LiveEngine,
  account: ManagedAccount,
  kind: Notice['kind'],
  sentence: string,
): boolean {
  const key = `${account.core.sessionNumber}:${kind}:${sentence}`
  if (account.notified.has(key)) return false
  account.notified.add(key)
  void engine.writeBehindQueue.write({ notices: [{ instanceId: account.instance.id, kind, sentence }] })
  return true
}

export function levelsOf({ levels }: LiveEngine, token: Token): PriceLevels {
  let known = levels.get(token)
  if (!known) levels.set(token, (known = priceLevels()))
  return known
}

export function noteHolding(engine: LiveEngine, account: ManagedAccount, token: Token, isHolding: boolean): void {
  let holders = engine.holders.get(token)
  if (!holders) engine.holders.set(token, (holders = new Set()))
  if (isHolding) holders.add(account)
  else holders.delete(account)
  if (account.core.hasNetLimits) engine.limitWatch.changed.add(account)
}
