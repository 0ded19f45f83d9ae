// Everything that can happen to an account.

import type { BrokerFill, BrokerOrder, BrokerPosition, OrderOutcome } from '../../../broker.ts'
import type { Paise, PositionId, Token } from '../../../units.ts'
import type { BarDecision } from './bar-decision.ts'
import type { BotInstance } from './bot-instance.ts'
import type { Change, Level, Timer } from './effect.ts'
import type { LiveOrder } from './live-order.ts'
import type { SentToday } from './stored-account.ts'

export type AccountInput =
  /** The account was loaded; what it had sent today before. */
  | { readonly kind: 'BEGIN'; readonly sentToday: readonly SentToday[] }
  /** Stops, starts, pauses and new settings. */
  | { readonly kind: 'SETTINGS'; readonly instance: BotInstance }
  /** Its shard is handed over: nothing more is sent. */
  | { readonly kind: 'HAND_OVER' }
  /** It is neither running nor exposed, and leaves the engine. */
  | { readonly kind: 'DROP' }
  /** Trading hours were edited. */
  | { readonly kind: 'NEW_HOURS' }
  | { readonly kind: 'SECOND' }
  | { readonly kind: 'MINUTE'; readonly minutes: readonly MinutePrice[]; readonly closedAtMs: number }
  | { readonly kind: 'DECISION'; readonly decision: BarDecision }
  | { readonly kind: 'LEVEL'; readonly positionId: PositionId; readonly level: Level }
  /** A price may have brought the account to a limit, or its holdings or limits have changed. */
  | { readonly kind: 'LIMITS' }
  | { readonly kind: 'TIMER'; readonly timer: Timer }
  | { readonly kind: 'LOOK_UP' }
  | { readonly kind: 'BOOKS'; readonly books: Books }
  /** The books could not be read; what rows there are say what is filled. */
  | { readonly kind: 'NO_BOOKS'; readonly orders: readonly BrokerOrder[]; readonly refusal: string | null }
  /** From the order socket. */
  | { readonly kind: 'ORDER_UPDATE'; readonly row: BrokerOrder }
  | { readonly kind: 'SOCKET_GAP' }

export type OrderInput =
  /** The order is durable; the store denies it where a switch, a plan or a state forbids it. */
  | { readonly kind: 'RECORDED'; readonly isDenied: boolean }
  /** It waited for its lease until it was too old. */
  | { readonly kind: 'NOT_SENT' }
  | { readonly kind: 'PLACED'; readonly outcome: OrderOutcome }
  /** The call that changes it is made now. */
  | { readonly kind: 'CALLED' }
  /** Null where the order had ended before the call was made. */
  | { readonly kind: 'CHANGED'; readonly change: Change; readonly outcome: OrderOutcome | null }

export type Input = AccountInput | (OrderInput & { readonly order: LiveOrder })

/** What a minute's end says of one instrument; its position is marked at this price. */
export type MinutePrice = { readonly token: Token; readonly startMs: number; readonly closePaise: Paise }

export type Books = {
  readonly orders: readonly BrokerOrder[]
  readonly trades: readonly BrokerFill[]
  /** Read before the others, so that our fills never lag behind it; null when it was not due or not available. */
  readonly positions: readonly BrokerPosition[] | null
}

/** All three books of an account, read one after the other. */
export type CompleteBooks = Books & { readonly positions: readonly BrokerPosition[] }
