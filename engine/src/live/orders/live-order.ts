import type { Charges } from '@trading-bot/core/charges/charge-order'
import type { Fill } from '@trading-bot/core/fill'
import type { OrderPurpose, OrderSide, OrderState } from '@trading-bot/core/order'

/** Why an order ended without the broker's say, or what is special about it. */
export type OrderCode =
  | 'NOT_PLACED'
  | 'TOO_OLD'
  | 'SWITCHED_OFF'
  | 'REFUSED'
  | 'REJECTED_BY_EXCHANGE'
  | 'NO_ANSWER'
  | 'RESTARTED'

/** An order from its intent to its end. What identifies it never changes; what became of it does. */
export type LiveOrder = {
  readonly id: string
  readonly instanceId: string
  readonly clientId: string
  readonly token: string
  readonly side: OrderSide
  readonly quantity: number
  readonly purpose: OrderPurpose
  /** The strategy's words for an entry, a word of the closed list for an exit. */
  readonly reason: string
  readonly decidedAtMs: number
  readonly attempt: number
  readonly positionId: string
  /** The price the decision rests on. */
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
  /** On exits that filled: the gain, net of the round trip's charges. */
  pnlPaise: number | null
  /** Given up, and then it turned up at the broker after all. */
  isLate: boolean
}

const ENDED: ReadonlySet<OrderState> = new Set(['FILLED', 'DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED'])

export function isEnded({ state }: { readonly state: OrderState }): boolean {
  return ENDED.has(state)
}

/** Given up as never placed; it is still watched, since it may turn up. */
export function isLost({ state, code }: LiveOrder): boolean {
  return state === 'EXPIRED' && code === 'NOT_PLACED'
}

export function filledQuantity({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function filledValuePaise({ fills }: { readonly fills: readonly Fill[] }): number {
  return fills.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
}
