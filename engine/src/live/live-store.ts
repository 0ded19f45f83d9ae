import type { Fill } from '@trading-bot/core/fill'
import type { FeedInstrument } from '../feed/instrument-feed.ts'
import type { Cancel } from '../ports/timers.ts'
import type { LiveOrder } from './orders/live-order.ts'
import type { LivePosition } from './positions/live-position.ts'
import type { BotInstance } from './accounts/bot-instance.ts'

/** What is said to the user and the operator; the server turns it into log lines, mails and events. */
export type Notice = {
  readonly instanceId: string
  readonly kind:
    | 'LIMIT_REACHED'
    | 'CREDENTIALS_REFUSED'
    | 'ORDER_REJECTED'
    | 'UNMANAGED'
    | 'MISMATCH'
    | 'STRAY'
    | 'TOO_MANY_REJECTIONS'
  readonly sentence: string
}

/** Everything that becomes true together. Values are absolute: writing the same batch twice changes nothing. */
export type WriteBatch = {
  /** In state CREATED or SENDING; entries are refused by switches, plans and states that stand at this moment. */
  readonly newOrders: readonly LiveOrder[]
  /** CREATED orders that are about to be sent. */
  readonly sendings: readonly LiveOrder[]
  readonly changedOrders: readonly LiveOrder[]
  readonly newFills: readonly { readonly orderId: string; readonly fill: Fill }[]
  readonly positions: readonly LivePosition[]
  readonly stoppedDays: readonly {
    readonly instanceId: string
    readonly sessionNumber: number
    readonly by: string
  }[]
  readonly notices: readonly Notice[]
}

export type Written = {
  /** Orders that must not go out; their rows are there for new orders that were refused, as DENIED. */
  readonly refused: ReadonlySet<string>
}

/** Another process holds the accounts now: whatever this one wanted to write did not happen. */
export class FenceLost extends Error {}

export type StoredAccount = {
  readonly instance: BotInstance
  /** Not closed, with all their orders and fills. */
  readonly positions: readonly LivePosition[]
  /** Orders of the day that were given up and may still turn up; their positions are closed. */
  readonly lost: readonly LivePosition[]
  readonly realisedLongPaise: number
  readonly realisedShortPaise: number
  readonly realisedThisSessionPaise: number
  readonly entriesThisSession: number
  readonly stoppedBy: 'DAILY_LOSS' | 'DAILY_PROFIT' | null
}

/** The session that per-day limits count by now. */
export type SessionStart = { readonly number: number; readonly openMs: number }

export type LiveStore = {
  /** The accounts are ours alone from here on, under a number that rises; null while another process has them. */
  readonly claim: () => Promise<number | null>
  /** False when they are no longer ours. */
  readonly renew: (fence: number) => Promise<boolean>
  readonly release: (fence: number) => Promise<void>
  /** Every SENDING order has become UNKNOWN: nobody knows how far it came. */
  readonly load: (fence: number, session: SessionStart) => Promise<readonly StoredAccount[]>
  readonly write: (fence: number, batch: WriteBatch) => Promise<Written>
  /** Told the ids of participants that began, ended or changed; null for any of them. */
  readonly watch: (onChange: (instanceId: string | null) => void) => Cancel
  /** Some of them as `load` tells them: what a bot used up today stays used up when it is started again. */
  readonly accounts: (ids: readonly string[], session: SessionStart) => Promise<readonly StoredAccount[]>
  /** What is known of these tokens, for positions in what their bot trades no more. */
  readonly instruments: (tokens: readonly string[]) => Promise<readonly FeedInstrument[]>
  /** As they are now; one that is neither running nor holding anything is missing. */
  readonly instances: (ids: readonly string[] | null) => Promise<readonly BotInstance[]>
}
