import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { ExchangeOrder, ExchangeTrade, OrderProduct } from '../orders/exchange-order.ts'

/** Today's fills in one instrument and product, summed up. */
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
  /** Addresses that orders may come from; null allows any. */
  readonly orderAddresses: readonly string[] | null
  /** Settled cash at the start of the day; today's results are added overnight. */
  cashPaise: number
  readonly holdings: Map<string, ExchangeHolding>
  readonly positions: Map<string, ExchangePosition>
  /** Today's orders by id, oldest first. */
  readonly orders: Map<string, ExchangeOrder>
  readonly openOrders: Set<ExchangeOrder>
  readonly trades: ExchangeTrade[]
}
