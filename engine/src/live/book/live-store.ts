import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { NewFill, Notice, StoppedDay } from '@trading-bot/core/trading/account/state/effect'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { InstanceId } from '@trading-bot/core/units'
import type { FeedInstrument } from '../../feed/instrument-feed.ts'
import type { Cancel } from '../../ports/timers.ts'
import type { Lease, LeaseHolder } from './leases/lease.ts'

/** Changes written in one transaction. Values are absolute, so writing a batch twice has no further effect. */
export type WriteBatch = {
  /** In state CREATED or SENDING; entries are denied by kill switches, plans and bot states at the time of writing. */
  readonly newOrders: readonly LiveOrder[]
  /** CREATED orders that will be sent next. */
  readonly sendings: readonly LiveOrder[]
  readonly changedOrders: readonly LiveOrder[]
  readonly newFills: readonly NewFill[]
  readonly positions: readonly LivePosition[]
  readonly stoppedDays: readonly StoppedDay[]
  readonly notices: readonly Notice[]
  readonly strategyStates: readonly StrategyState[]
}

/** What a strategy runner keeps over a restart; it is written under the lease of one of its instances. */
export type StrategyState = { readonly instanceId: InstanceId; readonly runnerKey: string; readonly kept: KeptState }

export type Written = {
  /** Orders that must not be sent; new ones among them are stored as DENIED. */
  readonly refused: ReadonlySet<string>
}

/** Another engine has claimed a shard of the batch, so that this write was not applied. */
export class FenceLost extends Error {}

/** The session that daily limits currently count, and the start of its India week. */
export type SessionStart = {
  readonly number: number
  readonly openMs: number
  readonly week: { readonly number: number; readonly openMs: number }
}

export type LiveStore = {
  /** Joins the engines; calls back when the session that holds its shards is lost. */
  readonly join: (onLost: () => void) => Promise<LeaseHolder>
  /** The accounts of these shards. Also turns their SENDING orders into UNKNOWN: they may have reached the broker. */
  readonly load: (leases: readonly Lease[], session: SessionStart) => Promise<readonly StoredAccount[]>
  /** Under the leases of all accounts in the batch. */
  readonly write: (leases: readonly Lease[], batch: WriteBatch) => Promise<Written>
  /** The newest state of a strategy runner, whichever engine it ran in. */
  readonly strategyState: (runnerKey: string) => Promise<KeptState | null>
  /** Calls back with the id of a bot instance that started, stopped or changed; null means any of them. */
  readonly watch: (onChange: (instanceId: InstanceId | null) => void) => Cancel
  /** Single accounts as `load` returns them, so that daily limits survive a restart of the bot. */
  readonly accounts: (ids: readonly string[], session: SessionStart) => Promise<readonly StoredAccount[]>
  /** Instruments by token, for positions in instruments that their bot no longer trades. */
  readonly instruments: (tokens: readonly string[]) => Promise<readonly FeedInstrument[]>
  /** Current state of those in these shards; instances that are neither running nor holding a position are omitted. */
  readonly instances: (ids: readonly string[] | null, shards: readonly number[]) => Promise<readonly BotInstance[]>
}
