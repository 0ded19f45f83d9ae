import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import type { BrokerOrderId, InstanceId, OrderId, Paise, Quantity, Token, TradeId } from '@trading-bot/core/units'
import type { Fill } from '@trading-bot/core/fill'
import type { OrderSide } from '@trading-bot/core/order'
import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import type { FeedInstrument } from '../feed/instrument-feed.ts'
import type { Cancel } from '../ports/timers.ts'
import type { LiveOrder } from './orders/live-order.ts'
import type { LivePosition } from './positions/live-position.ts'
import type { BotInstance } from './accounts/bot-instance.ts'
import type { Lease, Seat } from './shards/lease.ts'

/** A notice for the owner and the operator; the server turns it into log lines, mails and events. */
export type Notice = {
  readonly instanceId: InstanceId
  readonly kind:
    | 'LIMIT_REACHED'
    | 'CREDENTIALS_REFUSED'
    | 'ORDER_REJECTED'
    | 'UNMANAGED'
    | 'MISMATCH'
    | 'STRAY'
    | 'TOO_MANY_REJECTIONS'
    | 'CLOSED_OUTSIDE'
    | 'STOP_REFUSED'
    | 'UNKNOWN_CODE'
  readonly sentence: string
}

/** Changes written in one transaction. Values are absolute, so writing a batch twice has no further effect. */
export type WriteBatch = {
  /** In state CREATED or SENDING; entries are denied by kill switches, plans and bot states at the time of writing. */
  readonly newOrders: readonly LiveOrder[]
  /** CREATED orders that will be sent next. */
  readonly sendings: readonly LiveOrder[]
  readonly changedOrders: readonly LiveOrder[]
  readonly newFills: readonly { readonly instanceId: InstanceId; readonly orderId: OrderId; readonly fill: Fill }[]
  readonly positions: readonly LivePosition[]
  readonly stoppedDays: readonly {
    readonly instanceId: InstanceId
    readonly sessionNumber: number
    readonly by: StoppedBy
  }[]
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

export type StoredAccount = {
  readonly instance: BotInstance
  /** Open positions with all their orders and fills. */
  readonly positions: readonly LivePosition[]
  /** Closed positions with a lost order of today that may still appear at the broker. */
  readonly lost: readonly LivePosition[]
  readonly sentToday: readonly SentToday[]
  readonly realisedLongPaise: Paise
  readonly realisedShortPaise: Paise
  readonly realisedThisSessionPaise: Paise
  readonly realisedThisWeekPaise: Paise
  /** Highest net profit ever booked, at least 0; read only where a drawdown limit needs it. */
  readonly peakNetPaise: Paise
  readonly entriesThisSession: number
  /** The limit that stopped this session, or this week. */
  readonly stoppedBy: StoppedBy | null
}

/** An order of today that reached the broker, as far as it matters for telling foreign trades from ours. */
export type SentToday = {
  readonly brokerOrderId: BrokerOrderId
  readonly token: Token
  readonly side: OrderSide
  readonly filledQuantity: Quantity
  /** Foreign trades that this order books as an exit outside, each as far as it was booked; none for a sent order. */
  readonly outside: readonly { readonly tradeId: TradeId; readonly quantity: Quantity }[]
}

/** A released position's shares were never ours: they count as less of what its entry traded, and as no sale. */
export function sentOrder(order: SentToday): SentToday {
  if (!order.brokerOrderId.startsWith('released-')) return order
  const side = order.side === 'SELL' ? 'BUY' : 'SELL'
  return { ...order, side, filledQuantity: -order.filledQuantity, outside: [] }
}

/** The session that daily limits currently count, and the start of its India week. */
export type SessionStart = {
  readonly number: number
  readonly openMs: number
  readonly week: { readonly number: number; readonly openMs: number }
}

export type LiveStore = {
  /** Takes a seat among the engines; calls back when the session that holds its shards is lost. */
  readonly join: (onLost: () => void) => Promise<Seat>
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
