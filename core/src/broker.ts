// What passes between an account and its broker: orders, the broker's answers, and the rows of its books.

import type { Fill } from './fill.ts'
import type { Instrument } from './instrument.ts'
import type { OrderPurpose, OrderSide } from './order.ts'
import type { BrokerOrderId, ClientId, Paise, Quantity, Token } from './units.ts'

export type OrderProduct = 'INTRADAY' | 'DELIVERY'

export type OrderPrice =
  /** Executed immediately. The broker adapter may turn it into a limit near the last known price. */
  | { readonly kind: 'MARKET'; readonly lastPaise: Paise }
  | { readonly kind: 'LIMIT'; readonly limitPaise: Paise }
  /**
   * Rests until the price reaches the trigger, then works as a limit order beyond it, within the distance that the
   * exchange allows. Never a market order: those are penalised for algorithms.
   */
  | { readonly kind: 'STOP'; readonly triggerPaise: Paise }

export type OrderRequest = {
  /** Our id, at most 19 letters and digits; the broker shows it in its book, so an order can be found after a lost answer. */
  readonly clientId: ClientId
  readonly instrument: Instrument
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly product: OrderProduct
  /** Every other purpose has priority over entries. */
  readonly purpose: OrderPurpose
  readonly price: OrderPrice
  /** Close time of the bar that the decision is based on; the paper broker fills at the next open after it. */
  readonly decidedAtMs: number
}

/**
 * An entry with a limit holds for the minute after its decision and waits so much longer for its strategy, which may renew
 * it: the last trade of a bar and a script take a moment.
 */
export const LIMIT_RENEWED_WITHIN_MS = 5_000

/** The request is the one that was placed, whatever has been modified since: brokers ask for the variety of that time. */
export type PlacedOrder = { readonly brokerOrderId: BrokerOrderId; readonly request: OrderRequest }

/** The quantity is the order's new total, including what is already filled. A stop may become a limit or market order. */
export type OrderChange = {
  readonly quantity: Quantity
  readonly price: OrderPrice
  /** The decision behind the change, if it is a new one: the paper broker fills by it as for a new order. */
  readonly purpose?: OrderPurpose
  readonly decidedAtMs?: number
}

/** Only proof counts as a rejection. An unknown outcome is resolved by looking up the client id, never by resending. */
export type OrderOutcome =
  | { readonly kind: 'acknowledged'; readonly brokerOrderId: BrokerOrderId }
  | (Rejected & {
      /** True when the broker was busy or unreachable, so the same order may be accepted later. */
      readonly isRetryable: boolean
    })
  | {
      readonly kind: 'unknown'
      readonly why: string
      /** The broker's error code when it is one that nobody has documented; the operator is told its name. */
      readonly undocumentedCode?: string
    }

/** A proven rejection of an order or a change: the broker's code, and a sentence that the user can act on. */
export type Rejected = { readonly kind: 'rejected'; readonly code: string; readonly sentence: string }

export type BrokerOrder = {
  readonly brokerOrderId: BrokerOrderId
  /** Our client id; empty for a manually placed order. */
  readonly clientId: ClientId
  readonly token: Token
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly filledQuantity: Quantity
  /** Average fill price, not always whole paise. */
  readonly averagePaise: Paise
  /**
   * WORKING unless the order has provably ended or RESTING, a stop that waits for its trigger. UNREADABLE: the row
   * exists, but only its ids and token (possibly empty) could be read; it proves nothing but that something is there.
   */
  readonly state: 'WORKING' | 'RESTING' | 'COMPLETE' | 'CANCELLED' | 'REJECTED' | 'UNREADABLE'
  /** The broker's text; for a known rejection it starts with a sentence for the user. */
  readonly text: string
  readonly updatedMs: number | null
  /** Missing where it is not known. */
  readonly product?: OrderProduct
  /** The trigger of a stop that rests, and the limit price of any order that has one; missing where not known. */
  readonly triggerPaise?: Paise
  readonly limitPaise?: Paise
}

export type BrokerFill = Fill & { readonly brokerOrderId: BrokerOrderId }

/** Today's position as the broker counts it. */
export type BrokerPosition = {
  readonly token: Token
  /**
   * False when the broker has a row for this token that could not be read: its product and figures then say nothing,
   * and the token's position is unknown, not flat. Absent otherwise. A row without a token makes the whole answer
   * unavailable.
   */
  readonly isReadable?: false
  readonly product: OrderProduct
  readonly buyQuantity: Quantity
  readonly buyValuePaise: Paise
  readonly sellQuantity: Quantity
  readonly sellValuePaise: Paise
  /** The last price as this account sees it; missing where the broker does not say it. */
  readonly lastPaise?: Paise
}
