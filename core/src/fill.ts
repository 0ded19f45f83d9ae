import type { OrderSide } from './order.ts'

/** A partial or full execution of an order, unique by the exchange's trade id. */
export type Fill = {
  readonly tradeId: string
  readonly side: OrderSide
  readonly quantity: number
  readonly pricePaise: number
  readonly atMs: number
}
