import type { OrderSide } from '@trading-bot/core/order'
import type { ExchangeOrder } from './exchange-order.ts'
import type { Circuit } from './circuit.ts'
import { type PriceLadder, priceLadder } from './price-ladder.ts'
import type { Quote } from './quote.ts'

/** One instrument's quote and the orders that wait for execution. */
export type OrderBook = {
  readonly isIndex: boolean
  quote: Quote
  readonly limits: Readonly<Record<OrderSide, PriceLadder>>
  readonly stops: Readonly<Record<OrderSide, PriceLadder>>
  /** Shares taken from each side's depth since the last tick; the next tick restores them. */
  readonly taken: Record<OrderSide, number>
  /** Where the price is held at a limit of the day. */
  circuit: Circuit | null
  /** The same stock at the BSE, which shows the prices of this book. */
  mirror: OrderBook | null
}

export function openOrderBook(quote: Quote, isIndex: boolean): OrderBook {
  return {
    isIndex,
    quote,
    // The highest buy and the lowest sell come first, and likewise the stop nearest to the price.
    limits: { BUY: priceLadder((order) => -order.pricePaise), SELL: priceLadder((order) => order.pricePaise) },
    stops: { BUY: priceLadder((order) => order.triggerPaise), SELL: priceLadder((order) => -order.triggerPaise) },
    taken: { BUY: 0, SELL: 0 },
    circuit: null,
    mirror: null,
  }
}

export function ladderOf(book: OrderBook, order: ExchangeOrder): PriceLadder {
  return order.status === 'trigger pending' ? book.stops[order.side] : book.limits[order.side]
}
