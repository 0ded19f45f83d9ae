import type { Paise, Quantity } from '@trading-bot/core/units'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { GttRule } from './gtt-rule.ts'
import type { ExchangeOrder, ExchangeTrade, OrderProduct } from './exchange-order.ts'

/** Today's fills in one instrument and product, summed up. */
export type ExchangePosition = {
  readonly instrument: SimulatedInstrument
  readonly product: OrderProduct
  buyQuantity: Quantity
  buyValuePaise: Paise
  sellQuantity: Quantity
  sellValuePaise: Paise
}

export type ExchangeHolding = {
  readonly instrument: SimulatedInstrument
  readonly quantity: Quantity
  readonly costPaise: Paise
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
  cashPaise: Paise
  readonly holdings: Map<string, ExchangeHolding>
  readonly positions: Map<string, ExchangePosition>
  /** Today's orders by id, oldest first. */
  readonly orders: Map<string, ExchangeOrder>
  readonly openOrders: Set<ExchangeOrder>
  readonly trades: ExchangeTrade[]
  /** Rules that wait for a price, over days, by id. */
  readonly gttRules: Map<string, GttRule>
  /** A mood of the broker's risk system; without a text it gives its usual one. */
  riskBlock: { readonly untilMs: number; readonly text: string | null } | null
  /** The last request to authorise sales from holdings; good for its day. */
  edis: { readonly dayNumber: number; readonly requestId: string; readonly isAuthorised: boolean } | null
}
