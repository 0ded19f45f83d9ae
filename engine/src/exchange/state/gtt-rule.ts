import type { OrderSide } from '@trading-bot/core/order'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { Paise, Quantity } from '@trading-bot/core/units'
import type { OrderProduct } from './exchange-order.ts'

/** What the owner of a rule may change. */
export type GttTerms = {
  readonly pricePaise: Paise
  readonly triggerPaise: Paise
  readonly quantity: Quantity
  readonly disclosedQuantity: Quantity
  readonly days: number
}

export type GttStatus = 'NEW' | 'CANCELLED' | 'SENTTOEXCHANGE'

/** "Good till triggered": the broker's promise to place a limit order once the price has reached the trigger. */
export type GttRule = {
  readonly id: string
  readonly clientCode: string
  readonly instrument: SimulatedInstrument
  readonly side: OrderSide
  readonly product: Exclude<OrderProduct, 'INTRADAY' | 'BO'>
  readonly createdMs: number
  terms: GttTerms
  /** Whether the price must rise to the trigger or fall to it. */
  isAbove: boolean
  status: GttStatus
  updatedMs: number
  expiresMs: number
}
