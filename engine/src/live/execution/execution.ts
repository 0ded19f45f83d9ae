import type { RateLimiter } from '@trading-bot/core/rate-limit/rate-limiter'
import type { Journal } from '@trading-bot/core/trading/account/journal/open-journal'
import type { Input } from '@trading-bot/core/trading/account/state/input'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { PositionId, UserId } from '@trading-bot/core/units'
import type { Broker } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cancel, Timers } from '../../ports/timers.ts'
import type { Book } from '../book/book.ts'
import type { DecisionCause, EngineTelemetry } from './engine-telemetry.ts'
import type { LookUpTimer } from './look-up-timer.ts'
import type { Market } from './market.ts'

/** The book, and what carrying out the accounts' effects needs. */
export type Execution = Book & {
  readonly setup: ExecutionSetup
  readonly connections: WeakMap<ManagedAccount, Connection>
  /** Accounts whose limits must be looked at: a level was reached, or holdings or session changed since it was set. */
  readonly limitsToLookAt: Set<ManagedAccount>
  /** How often an order met an event that its state does not allow, by state and event; such events are not obeyed. */
  readonly illegalEvents: Map<string, number>
  /** Of the users whose accounts keep one. */
  readonly journals: Map<UserId, Journal>
  /** New ids that the current step has taken. */
  readonly takenIds: string[]
  /** Accounts with effects that are not carried out yet. */
  readonly stepped: ManagedAccount[]
  /** Carries out what stepped accounts want done; resolves once new orders among it are recorded and handed on. */
  readonly carryOut: (cause?: DecisionCause) => Promise<void>
}

export type ExecutionSetup = {
  readonly clock: Clock
  readonly timers: Timers
  /** The order is given where the error concerns one. */
  readonly onError: (what: string, error: unknown, order?: LiveOrder) => void
  readonly telemetry?: EngineTelemetry
  /** Sees every step of every account after it was taken; in simulations and tests alone. */
  readonly onStep?: (account: ManagedAccount, input: Input) => void
  /** Where the journal of a user is written; null for those whose accounts keep none. */
  readonly journalOf?: (userId: UserId) => ((line: string) => void) | null
}

/** One account's way to its broker, its timers and the prices that it watches. */
export type Connection = {
  readonly broker: Broker
  readonly market: Market
  /** Counts calls when they are made: recording takes a varying time, which could otherwise bunch calls together. */
  readonly requestRateLimiter: RateLimiter
  readonly lookUp: LookUpTimer
  /** Those that replace each other by their key, the others by themselves. */
  readonly timers: Map<unknown, Cancel>
  readonly levels: Map<PositionId, readonly Cancel[]>
  limitLevels: readonly Cancel[]
  stopWatching: Cancel
  /** Nothing is waited for any more: no price, no timer, no report. */
  isClosed: boolean
}

/** Runs work without awaiting it; an error is reported and affects nothing else. */
export function inBackground(
  { setup }: Pick<Execution, 'setup'>,
  what: string,
  work: Promise<unknown>,
  order?: LiveOrder,
): void {
  work.catch((error: unknown) => setup.onError(what, error, order))
}

export function connectionOf({ connections }: Execution, account: ManagedAccount): Connection {
  const connection = connections.get(account)
  if (!connection) throw new Error(`account ${account.instance.id} is not connected`)
  return connection
}
