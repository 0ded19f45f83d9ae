import type { OrderSide } from './order.ts'

/** A piece of an order that was executed; unique by the exchange's trade id. */
export type Fill = {
  readonly tradeId: string
  readonly side: OrderSide
  readonly quantity: number
  readonly pricePaise: number
  readonly atMs: number
}
