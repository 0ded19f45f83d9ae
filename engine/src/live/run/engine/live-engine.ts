import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import type { RateLimit } from '@trading-bot/core/rate-limit/rate-limiter'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Tuning } from '@trading-bot/core/trading/account/state/context'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { DatedRules } from '@trading-bot/core/trading/check-rules'
import type { Broker } from '../../../ports.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { LeaseHolder } from '../../book/leases/lease.ts'
import type { LiveStore } from '../../book/live-store.ts'
import type { Execution, ExecutionSetup } from '../../execution/execution.ts'
import type { PriceSetup, RunningMarkets } from './running-market.ts'
import type { StrategyRunner } from './strategy-runner.ts'

/** The engine's dependencies; production, tests and the simulation each provide their own. */
export type LiveSetup = ExecutionSetup &
  PriceSetup & {
    readonly store: LiveStore
    readonly calendar: MarketCalendar
    readonly fillModel: FillModel
    /** The prices of paper accounts, where those of live accounts are not for them. */
    readonly paperMarket?: PriceSetup
    readonly openBroker: (account: StoredAccount) => Broker
    /** Null for a bot that cannot run; its exits are still managed. */
    readonly openRunner: (instance: BotInstance) => StrategyRunner | null
    readonly ids: Ids
    readonly tuning?: EngineTuning
  }

/** Overridden by the simulation only, to prove that its checks detect a wrong value. */
export type EngineTuning = Tuning & { readonly rateCap?: RateLimit; readonly leaseTrustMs?: number }

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
  readonly markets: RunningMarkets
  readonly datedRules: DatedRules
  /** Revision of the calendar that accounts and positions use. */
  calendarRevision: number
}
