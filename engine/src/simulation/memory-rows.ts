import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import type { FeedInstrument } from '../feed/instrument-feed.ts'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { Notice } from '@trading-bot/core/trading/account/state/effect'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'

type PositionRow = Omit<LivePosition, 'orders'>

/** The rows that the database would contain; copies, never the engine's own objects. */
export type MemoryRows = {
  readonly instances: Map<string, BotInstance>
  readonly orders: Map<string, LiveOrder>
  readonly positions: Map<string, PositionRow>
  readonly stoppedDays: Map<string, StoppedBy>
  readonly notices: Notice[]
  readonly strategyStates: Map<string, KeptState>
  /** Changes of orders that the table of their life does not allow. */
  readonly illegalChanges: string[]
  /** Bot instances, users or everyone with a kill switch on. */
  readonly switches: Set<string>
  /** By shard: who holds it under which fence, and until when a holder before may still send. */
  readonly leases: Map<number, MemoryLease>
  readonly leaseHolders: Map<number, MemoryLeaseHolder>
  readonly takeovers: { readonly atMs: number[]; unreturned: number }
}

export type MemoryLease = { fence: number; leaseHolder: number | null; readonly safeAtMs: number }

export type MemoryLeaseHolder = {
  readonly capacity: number
  readonly restsUntilMs: number
  confirmedAtMs: number
  isConnected: boolean
  wasEnded: boolean
}

/** Guarantees of the database; a mutant disables one of them. */
export type StoreRules = {
  readonly checksFence: boolean
  readonly checksSwitches: boolean
  readonly checksPlans: boolean
  readonly refusesExits: boolean
  readonly keepsFillsUnique: boolean
  readonly asksAfterSending: boolean
}

export type MemoryOptions = {
  readonly clock: Clock
  readonly timers: Timers
  readonly instances: readonly BotInstance[]
  /** Instruments besides those that the bot instances trade. */
  readonly instruments?: readonly FeedInstrument[]
  /** Called before every step of the order path; throwing fails the step or simulates a crash. */
  readonly step?: (what: string) => void | Promise<void>
  /** How long a transaction takes. */
  readonly writeMs?: () => number
  readonly rules?: Partial<StoreRules>
  /** Engines differ in capacity, and each shard is nearer to one of them. */
  readonly isUneven?: boolean
}

/** A step of the store, which may fail, crash or be slow. */
export async function pass({ step, writeMs, timers }: MemoryOptions, what: string): Promise<void> {
  await step?.(what)
  const ms = writeMs?.() ?? 0
  if (ms > 0) await new Promise<void>((resolve) => void timers.after(ms, resolve))
}
