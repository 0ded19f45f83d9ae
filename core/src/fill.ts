import type { Paise, Quantity, TradeId } from './units.ts'
import type { OrderSide } from './order.ts'

/** A partial or full execution of an order, unique by the exchange's trade id. */
export type Fill = {
  readonly tradeId: TradeId
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly pricePaise: Paise
  readonly atMs: number
}
