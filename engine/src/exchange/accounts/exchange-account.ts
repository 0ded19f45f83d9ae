import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { ExchangeOrder, ExchangeTrade, OrderProduct } from '../orders/exchange-order.ts'

/** The fold of a day's fills in one instrument and product. */
export type ExchangePosition = {
  readonly instrument: SimulatedInstrument
  readonly product: OrderProduct
  buyQuantity: number
  buyValuePaise: number
  sellQuantity: number
  sellValuePaise: number
}

export type ExchangeHolding = {
  readonly instrument: SimulatedInstrument
  readonly quantity: number
  readonly costPaise: number
}

export type ExchangeAccount = {
  readonly clientCode: string
  readonly name: string
  readonly mpin: string
  readonly totpSecret: string
  readonly apiKey: string
  /** Network addresses orders may come from; null means from anywhere. */
  readonly orderAddresses: readonly string[] | null
  /** Settled cash at the day's beginning; today's results are added to it overnight. */
  cashPaise: number
  readonly holdings: Map<string, ExchangeHolding>
  readonly positions: Map<string, ExchangePosition>
  /** Today's, by order id, oldest first. */
  readonly orders: Map<string, ExchangeOrder>
  readonly openOrders: Set<ExchangeOrder>
  readonly trades: ExchangeTrade[]
}
