import type { Paise, Quantity } from '@trading-bot/core/units'
import type { OrderSide } from '@trading-bot/core/order'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'

export type OrderKind = 'LIMIT' | 'MARKET' | 'STOPLOSS_LIMIT' | 'STOPLOSS_MARKET'
export type OrderProduct = 'DELIVERY' | 'INTRADAY' | 'MARGIN' | 'BO'
export type OrderVariety = 'NORMAL' | 'STOPLOSS' | 'AMO' | 'ROBO'
export type OrderDuration = 'DAY' | 'IOC'

/** Distances of a bracket order's legs from the price of its entry. */
export type Bracket = {
  readonly targetPaise: Paise
  readonly stopPaise: Paise
  /** The step in which the stop follows the price; 0 for a stop that stays. */
  readonly trailPaise: Paise
}

/** A parsed order request; whether the market accepts it is decided after acceptance. */
export type OrderTicket = {
  readonly variety: OrderVariety
  readonly tradingSymbol: string
  readonly token: string
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly product: OrderProduct
  readonly duration: OrderDuration
  readonly pricePaise: Paise
  readonly triggerPaise: Paise
  readonly quantity: Quantity
  readonly disclosedQuantity: Quantity
  readonly tag: string
  readonly bracket?: Bracket | null
  /** The entry that an order belongs to as a leg of its bracket. */
  readonly parentOrderId?: string
}

export type OrderStatus =
  | 'open pending'
  | 'open'
  | 'trigger pending'
  | 'complete'
  | 'cancelled'
  | 'rejected'
  | 'after market order req received'
  | 'modify after market order req received'
  | 'cancelled after market order'

export type ExchangeTrade = {
  readonly tradeId: string
  readonly orderId: string
  readonly instrument: SimulatedInstrument
  readonly product: OrderProduct
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly pricePaise: Paise
  readonly atMs: number
}

/** An order at the exchange, updated in place; every change is published. */
export type ExchangeOrder = {
  readonly orderId: string
  readonly uniqueOrderId: string
  readonly exchangeOrderId: string
  readonly clientCode: string
  readonly instrument: SimulatedInstrument
  readonly variety: OrderVariety
  readonly tradingSymbol: string
  readonly side: OrderSide
  readonly product: OrderProduct
  readonly tag: string
  readonly bracket: Bracket | null
  readonly parentOrderId: string
  readonly acceptedMs: number
  kind: OrderKind
  duration: OrderDuration
  /** The limit price; for a market order its protected price. */
  pricePaise: Paise
  triggerPaise: Paise
  quantity: Quantity
  disclosedQuantity: Quantity
  /** True for a market order, whose remainder fills at the market's price. */
  takesMarketPrice: boolean
  /** Order of arrival at its price. */
  arrival: number
  marginPaise: Paise
  validUntilMs: number
  filledQuantity: Quantity
  filledValuePaise: Paise
  lastTrade: ExchangeTrade | null
  status: OrderStatus
  text: string
  updatedMs: number
  /** The other leg of a bracket. */
  sibling: ExchangeOrder | null
}

export function isStop(kind: OrderKind): boolean {
  return kind === 'STOPLOSS_LIMIT' || kind === 'STOPLOSS_MARKET'
}

export function remainingQuantity(order: ExchangeOrder): number {
  return order.quantity - order.filledQuantity
}

export function isEnded(order: ExchangeOrder): boolean {
  return order.status === 'complete' || order.status === 'rejected' || isCancelled(order)
}

export function isCancelled({ status }: ExchangeOrder): boolean {
  return status === 'cancelled' || status === 'cancelled after market order'
}

/** Kept by the broker until the next session opens. */
export function isKept({ status }: ExchangeOrder): boolean {
  return status === 'after market order req received' || status === 'modify after market order req received'
}

/** Closed by the end of the day, and bought with leverage. */
export function isIntraday(product: OrderProduct): boolean {
  return product === 'INTRADAY' || product === 'BO'
}
