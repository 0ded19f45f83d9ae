import type { BrokerOrder } from '../../../broker.ts'
import type { Charges } from '../../../charges/charge-order.ts'
import { chargesOn } from '../../../charges/charges-on.ts'
import type { Fill } from '../../../fill.ts'
import type { OrderPurpose, OrderSide, OrderState } from '../../../order.ts'
import { MINUTE_MS } from '../../../time.ts'
import type {
  BrokerOrderId,
  ClientId,
  InstanceId,
  OrderId,
  Paise,
  PositionId,
  Quantity,
  Token,
} from '../../../units.ts'
import { isEndedState } from '../../order-life.ts'

/** Why we ended the order ourselves, or why its outcome is unknown. */
export const CODES = [
  'NOT_PLACED',
  'TOO_OLD',
  'SWITCHED_OFF',
  'WITHDRAWN',
  'BUSY',
  'REFUSED',
  'REJECTED_BY_EXCHANGE',
  'NO_ANSWER',
  'CHANGE_REFUSED',
  'RESTARTED',
] as const
export type OrderCode = (typeof CODES)[number]

/** An order from intent to final state. Its identity is immutable, its outcome is not. */
export type LiveOrder = {
  readonly id: OrderId
  readonly instanceId: InstanceId
  readonly clientId: ClientId
  readonly token: Token
  readonly side: OrderSide
  /** Total quantity, including what is filled; only an exit-side order's is ever modified. */
  quantity: Quantity
  readonly purpose: OrderPurpose
  /** The strategy's reason for an entry, or the exit reason for an exit; a resting stop may become another exit. */
  reason: string
  readonly decidedAtMs: number
  readonly attempt: number
  readonly positionId: PositionId
  /** The price that the decision was based on. */
  readonly pricePaise: Paise
  readonly inputs: Readonly<Record<string, number>>
  readonly createdAtMs: number
  /** Set while the order is a stop at the exchange. */
  triggerPaise: Paise | null
  /** Set once it is a limit order at a price of ours. */
  limitPaise: Paise | null
  // What follows up to `state` is known to the process alone, which begins anew after a restart (AS_PLACED).
  /** When its price or quantity was last set, and how far from the market. */
  changedAtMs: number | null
  protectionBps: number
  /** When the last change was answered, whatever the answer: what the books show later is its result. */
  answeredAtMs: number | null
  /** What the broker's row showed last; nothing is sent after a restart before the books are read. */
  seen: (BrokerOrder & { readonly readAtMs: number }) | null
  /** When a stop that rested was first seen to work. */
  triggeredAtMs: number | null
  /** Null once a change was made. */
  refusals: ChangeRefusals | null
  /** For entries: what the order socket has reported beyond the books (exits/reported-fills.ts). */
  reported: {
    readonly quantity: Quantity
    readonly averagePaise: Paise
    readonly atMs: number
    /** Readings of the broker's positions without these shares. */
    readonly doubts: number
  } | null
  /** A call about it is on its way: from before it is recorded until the broker has answered. */
  isInFlight: boolean
  /** A busy broker rejected it, and it is sent again as another order a moment later. */
  isToRetry: boolean
  /** An entry with a limit that its strategy has renewed holds until then. */
  renewedUntilMs: number | null
  /** When it was last cancelled, and how often. */
  cancelled: { readonly atMs: number; readonly times: number } | null
  /** What the order socket showed last (books/behind-socket.ts). */
  told: { readonly row: BrokerOrder; readonly atMs: number } | null
  /** When the broker's order book first lacked it. */
  missedSinceMs: number | null
  /** The broker's positions do not have its shares either. */
  isProvenAbsent: boolean
  /** When its ended row first showed shares that the trade book does not have. */
  tradesMissingSinceMs: number | null
  state: OrderState
  code: OrderCode | null
  detail: string
  brokerOrderId: BrokerOrderId | null
  fills: readonly Fill[]
  sentAtMs: number | null
  acknowledgedAtMs: number | null
  endedAtMs: number | null
  charges: Charges | null
  /** For filled exits: profit net of the round trip's charges. */
  pnlPaise: Paise | null
  /** Considered lost, then found at the broker. */
  isLate: boolean
}

/** Changes in a row that were not made: refused, rejected later, or never seen (orders/refused-changes.ts). */
export type ChangeRefusals = {
  /** The change was to make the order marketable, and not to move or enlarge the stop. */
  readonly isExit: boolean
  readonly reason: string
  /** What was asked for. */
  readonly quantity: Quantity
  /** The most that any of them asked for: one that a late row seemed to refuse may have been made. */
  readonly mostAsked: Quantity
  readonly times: number
  readonly untilMs: number
  /** The last price at that time; one that has left it ends the pause. */
  readonly atPaise: Paise | null
}

/** An order as it was placed: no modification, nothing reported, nothing under way. */
export const AS_PLACED = {
  triggerPaise: null,
  limitPaise: null,
  changedAtMs: null,
  protectionBps: 0,
  answeredAtMs: null,
  seen: null,
  triggeredAtMs: null,
  refusals: null,
  reported: null,
  isInFlight: false,
  isToRetry: false,
  renewedUntilMs: null,
  cancelled: null,
  told: null,
  missedSinceMs: null,
  isProvenAbsent: false,
  tradesMissingSinceMs: null,
} as const

export function isEnded({ state }: { readonly state: OrderState }): boolean {
  return isEndedState(state)
}

/** Nothing more happens to the order at the exchange. */
export function isOverRow({ state }: BrokerOrder): boolean {
  return state === 'COMPLETE' || state === 'CANCELLED' || state === 'REJECTED'
}

/** Considered never placed, but still watched because it may appear at the broker. */
export function isLost({ state }: Pick<LiveOrder, 'state'>): boolean {
  return state === 'LOST'
}

export function filledQuantity({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function filledValuePaise({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
}

/** Charges of what it has filled; null for nothing. */
export function chargesOf(order: LiveOrder): Charges | null {
  const valuePaise = filledValuePaise(order)
  return valuePaise === 0 ? null : chargesOn(order.decidedAtMs, order.side, valuePaise)
}

/** What a slice knows of its entry; kept with its inputs, so that a restart knows it too (orders/entry-slices.ts). */
export type Slicing = { readonly entryQuantity: Quantity; readonly enteredBefore: Quantity }

/** Until when the limit of an entry holds, if its strategy does not renew it. */
export function limitUntilMs({ renewedUntilMs, decidedAtMs }: LiveOrder): number {
  return renewedUntilMs ?? decidedAtMs + MINUTE_MS
}

/** An entry that is not sliced is one slice. */
export function slicingOf({ inputs, quantity }: Pick<LiveOrder, 'inputs' | 'quantity'>): Slicing {
  return { entryQuantity: inputs['entryQuantity'] ?? quantity, enteredBefore: inputs['enteredBefore'] ?? 0 }
}
