import type { OrderPurpose } from '../../../order.ts'
import type { ClientId, InstanceId, Paise, PositionId, Quantity, Token } from '../../../units.ts'
import type { OrderEvent } from '../../order-life.ts'
import type { BarDecision } from './bar-decision.ts'
import type { TradedInstrument } from './bot-instance.ts'
import type { LiveOrder, OrderCode } from './live-order.ts'

/** What a step knows besides its account and its input. */
export type Context = {
  /** The time of the input. */
  nowMs: number
  /** What follows within the same step once the current function is done. */
  readonly raised: Raised[]
  /** Last prices that may be acted on. */
  readonly lastPaise: Map<Token, Paise>
  /** When the last price was accepted; -Infinity before the first one. */
  readonly acceptedAtMs: (token: Token) => number
  /** Instruments without current prices: nothing is entered. */
  readonly staleTokens: Set<Token>
  /** Every instrument that any account trades or holds. */
  readonly instruments: Map<Token, TradedInstrument>
  /** The most shares that one order may have today, as far as refusals have taught it. */
  readonly freezes: Map<Token, Freeze>
  readonly nextId: () => string
  readonly clientIdOf: (parts: ClientIdParts) => ClientId
  readonly tuning: Tuning
}

export type Freeze = { readonly dayNumber: number; readonly most: Quantity }

/** What makes an order's client id (engine's client-id.ts). */
export type ClientIdParts = {
  readonly instanceId: InstanceId
  readonly version: number
  readonly token: Token
  readonly decidedAtMs: number
  readonly purpose: OrderPurpose
  /** Distinguishes two positions of one decision. */
  readonly positionId: PositionId
  readonly attempt: number
}

/** Overridden by the simulation only, to prove that its checks detect a wrong value. */
export type Tuning = { readonly notFoundAfterMs?: number; readonly countsFillsOnce?: boolean }

/** Something that a lower part of the machine has found and a higher one settles. */
export type Raised =
  | { readonly kind: 'ORDER_EVENT'; readonly order: LiveOrder; readonly event: OrderEventInput }
  | { readonly kind: 'DECIDE'; readonly decision: BarDecision }

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
