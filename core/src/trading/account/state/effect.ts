// What an account wants done. Whoever steps it carries the effects out in their order and reports what comes of them as
// inputs (input.ts); nothing of it happens inside the step.

import type { OrderChange, PlacedOrder } from '../../../broker.ts'
import type { Fill } from '../../../fill.ts'
import type { OrderState } from '../../../order.ts'
import type { StoppedBy } from '../../../risk/limit-reached.ts'
import type { InstanceId, OrderId, Paise, PositionId, Token } from '../../../units.ts'
import type { OrderEvent } from '../../order-life.ts'
import type { LiveOrder } from './live-order.ts'
import type { LivePosition } from './live-position.ts'

export type Effect =
  | { readonly do: 'RECORD'; readonly records: Records }
  /** Record a new order; it is sent when it is recorded as SENDING, and waits in the account's queue else. */
  | { readonly do: 'SUBMIT'; readonly order: LiveOrder; readonly position: LivePosition }
  /** Record that orders of the queue are being sent. */
  | { readonly do: 'SEND'; readonly orders: readonly LiveOrder[] }
  /** Place a recorded order at the broker; an entry not after this instant. */
  | { readonly do: 'PLACE'; readonly order: LiveOrder; readonly untilMs: number }
  /** Record the change and make it at the broker. */
  | { readonly do: 'CHANGE'; readonly order: LiveOrder; readonly placed: PlacedOrder; readonly change: Change }
  | { readonly do: 'READ_BOOKS'; readonly withPositions: boolean }
  /** Look the books up, unless that is due sooner already. */
  | { readonly do: 'LOOK_UP'; readonly inMs: number }
  /** A timer with a key replaces the one before it. */
  | { readonly do: 'SET_TIMER'; readonly key: string | null; readonly inMs: number; readonly timer: Timer }
  | { readonly do: 'CLEAR_TIMER'; readonly key: string }
  /** Follow an exit at this time, or as soon as the price has left the band. */
  | {
      readonly do: 'WAIT_FOR_PRICE'
      readonly key: string
      readonly inMs: number
      readonly token: Token
      readonly belowPaise: Paise
      readonly abovePaise: Paise
      readonly positionId: PositionId
    }
  /** Watch these levels of a position in the place of those before. */
  | { readonly do: 'WATCH'; readonly position: LivePosition; readonly levels: readonly WatchedLevel[] }
  /** Watch the prices at which the account's limits must be looked at again, in the place of those before. */
  | { readonly do: 'WATCH_LIMITS'; readonly levels: readonly LimitLevel[] }
  /** Look at the account's limits soon. */
  | { readonly do: 'LOOK_AT_LIMITS' }
  /** See the last price again: levels are watched that it may have reached. */
  | { readonly do: 'SEE_LAST_PRICE'; readonly token: Token }
  | { readonly do: 'HOLD'; readonly token: Token; readonly isHolding: boolean }
  /** A position was closed by none of its strategy's rules. */
  | { readonly do: 'CLOSED_BY_HAND'; readonly token: Token }
  | { readonly do: 'COUNT'; readonly what: Count }
  /** An event that the order's state does not allow was not obeyed. */
  | { readonly do: 'REPORT_ILLEGAL'; readonly order: LiveOrder; readonly event: OrderEvent }

/** Written in one transaction with everything else of the step. */
export type Records = {
  readonly newOrders?: readonly LiveOrder[]
  readonly changedOrders?: readonly LiveOrder[]
  readonly newFills?: readonly NewFill[]
  readonly positions?: readonly LivePosition[]
  readonly stoppedDays?: readonly StoppedDay[]
  readonly notices?: readonly Notice[]
}

export type NewFill = { readonly instanceId: InstanceId; readonly orderId: OrderId; readonly fill: Fill }
export type StoppedDay = { readonly instanceId: InstanceId; readonly sessionNumber: number; readonly by: StoppedBy }

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

export type Change =
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'modify'
      readonly to: OrderChange
      /** The order as it is until the change is made. */
      readonly before: Pick<LiveOrder, 'quantity' | 'triggerPaise' | 'limitPaise'>
    }

export type Level = 'STOP' | 'TARGET' | 'TRAIL'
export type WatchedLevel = { readonly level: Level; readonly side: 'below' | 'above'; readonly paise: Paise }
export type LimitLevel = { readonly token: Token; readonly side: 'below' | 'above'; readonly paise: Paise }

export type Timer =
  /** Send what waits in the queue. */
  | { readonly what: 'SEND_QUEUED' }
  | { readonly what: 'FOLLOW_EXIT'; readonly positionId: PositionId }
  /** The price has left the level at which a change was refused. */
  | { readonly what: 'PRICE_LEFT'; readonly positionId: PositionId }
  | { readonly what: 'CANCEL'; readonly positionId: PositionId; readonly orderId: OrderId }
  /** Send an entry again that a busy broker rejected. */
  | { readonly what: 'RETRY_ENTRY'; readonly positionId: PositionId; readonly orderId: OrderId }
  /** The exchange had its time to fill a stop that the price has passed. */
  | { readonly what: 'STOP_PASSED'; readonly positionId: PositionId }
  | { readonly what: 'TRAIL'; readonly positionId: PositionId }
  | { readonly what: 'TRY_BARE'; readonly positionId: PositionId }
  | { readonly what: 'TELL_BARE'; readonly positionId: PositionId }

export type Count =
  | { readonly kind: 'order_state'; readonly state: OrderState }
  | { readonly kind: 'denied'; readonly order: LiveOrder }
  | { readonly kind: 'difference'; readonly difference: ReconcileDifference }
  | { readonly kind: 'bare_ended'; readonly bareMs: number }

/** Where our record and the broker's books differ. */
export type ReconcileDifference =
  /** An order that we sent is not in the books. */
  | 'lost_order'
  /** An order that counted as lost is in the books after all. */
  | 'late_order'
  /** The broker holds fewer shares than our fills add up to. */
  | 'shortage'
  | 'closed_outside'
  /** The broker holds shares of a bot's instrument that are not the bot's. */
  | 'foreign_shares'
  /** A resting stop was not where ours should be. */
  | 'stop'
