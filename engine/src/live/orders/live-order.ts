import type { Charges } from '@trading-bot/core/charges/charge-order'
import type { Fill } from '@trading-bot/core/fill'
import type { OrderPurpose, OrderSide, OrderState } from '@trading-bot/core/order'

/** Why we ended the order ourselves, or why its outcome is unknown. */
export type OrderCode =
  | 'NOT_PLACED'
  | 'TOO_OLD'
  | 'SWITCHED_OFF'
  | 'REFUSED'
  | 'REJECTED_BY_EXCHANGE'
  | 'NO_ANSWER'
  | 'RESTARTED'

/** An order from intent to final state. Its identity is immutable, its outcome is not. */
export type LiveOrder = {
  readonly id: string
  readonly instanceId: string
  readonly clientId: string
  readonly token: string
  readonly side: OrderSide
  readonly quantity: number
  readonly purpose: OrderPurpose
  /** The strategy's reason for an entry, or the exit reason for an exit. */
  readonly reason: string
  readonly decidedAtMs: number
  readonly attempt: number
  readonly positionId: string
  /** The price that the decision was based on. */
  readonly pricePaise: number
  readonly inputs: Readonly<Record<string, number>>
  readonly createdAtMs: number
  state: OrderState
  code: OrderCode | null
  detail: string
  brokerOrderId: string | null
  fills: readonly Fill[]
  sentAtMs: number | null
  acknowledgedAtMs: number | null
  endedAtMs: number | null
  charges: Charges | null
  /** For filled exits: profit net of the round trip's charges. */
  pnlPaise: number | null
  /** Considered lost, then found at the broker. */
  isLate: boolean
}

const ENDED: ReadonlySet<OrderState> = new Set(['FILLED', 'DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED'])

export function isEnded({ state }: { readonly state: OrderState }): boolean {
  return ENDED.has(state)
}

/** Considered never placed, but still watched because it may appear at the broker. */
export function isLost({ state, code }: LiveOrder): boolean {
  return state === 'EXPIRED' && code === 'NOT_PLACED'
}

export function filledQuantity({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function filledValuePaise({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
}
