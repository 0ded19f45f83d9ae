import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import type { RateLimit } from '@trading-bot/core/rate-limit/rate-limiter'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Tuning } from '@trading-bot/core/trading/account/state/context'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { DatedRules } from '@trading-bot/core/trading/check-rules'
import type { Paise, Token } from '@trading-bot/core/units'
import type { BuiltBar } from '../../../feed/built-bar.ts'
import type { FeedInstrument } from '../../../feed/instrument-feed.ts'
import type { Feed } from '../../../feed/run-feed.ts'
import type { Broker, TickStream } from '../../../ports.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { LeaseHolder } from '../../book/leases/lease.ts'
import type { LiveStore } from '../../book/live-store.ts'
import type { Execution, ExecutionSetup } from '../../execution/execution.ts'
import type { StrategyRunner } from './strategy-runner.ts'

/** The engine's dependencies; production, tests and the simulation each provide their own. */
export type LiveSetup = ExecutionSetup & {
  readonly store: LiveStore
  readonly calendar: MarketCalendar
  readonly fillModel: FillModel
  readonly stream: TickStream
  readonly candles: Broker['candles']
  readonly openBroker: (account: StoredAccount) => Broker
  /** Null for a bot that cannot run; its exits are still managed. */
  readonly openRunner: (instance: BotInstance) => StrategyRunner | null
  readonly ids: Ids
  /** Receives every bar and price before the engine acts on it. */
  readonly onMarket?: MarketListener
  readonly tuning?: EngineTuning
}

/** Overridden by the simulation only, to prove that its checks detect a wrong value. */
export type EngineTuning = Tuning & { readonly rateCap?: RateLimit; readonly leaseTrustMs?: number }

export type MarketListener = {
  /** Called once per instrument, before its first price. */
  readonly onInstrument: (instrument: FeedInstrument) => void
  readonly onPrice: (token: Token, pricePaise: Paise, atMs: number) => void
  /** Called with every closed minute, in order for each instrument. */
  readonly onBar?: (instrument: FeedInstrument, bar: BuiltBar) => void
}

/** The running engine: its execution, and what decides for the accounts. */
export type LiveEngine = Execution & {
  readonly setup: LiveSetup
  readonly leaseHolder: LeaseHolder
  /** Shards that are leased and whose accounts are not loaded yet. */
  readonly loadingShards: Set<number>
  /** It lost its leases for silence, and leaves the shards to the others for a while. */
  isResting: boolean
  /** Runs what adds or removes accounts one after the other. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  readonly runners: Map<string, StrategyRunner>
  /** Accounts by strategy runner. */
  readonly followers: Map<string, Set<ManagedAccount>>
  /** Null until all stored accounts are loaded. */
  feed: Feed | null
  readonly datedRules: DatedRules
  /** Revision of the calendar that accounts and positions use. */
  calendarRevision: number
  /** Start of the first minute whose bar has not been received. */
  nextBarMs: number
}

export function followersOf({ followers }: LiveEngine, runnerKey: string): Set<ManagedAccount> {
  let accounts = followers.get(runnerKey)
  if (!accounts) followers.set(runnerKey, (accounts = new Set()))
  return accounts
}
