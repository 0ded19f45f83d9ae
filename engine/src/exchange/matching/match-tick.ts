import type { Paise } from '@trading-bot/core/units'
import type { OrderSide } from '@trading-bot/core/order'
import type { SimulatedTick } from '@trading-bot/core/simulated-market/simulate-ticks'
import { announce, type Exchange } from '../state/exchange.ts'
import { type ExchangeOrder, remainingQuantity } from '../state/exchange-order.ts'
import { isLocked } from '../state/circuit.ts'
import type { OrderBook } from '../state/order-book.ts'
import { protectedPrice } from './protected-price.ts'
import { recordFill } from './record-fill.ts'

/** Matches a trade of the tape: triggers stops, and fills waiting orders by price-time priority. */
export function matchTick(exchange: Exchange, book: OrderBook, tick: SimulatedTick): void {
  book.taken.BUY = 0
  book.taken.SELL = 0
  for (const side of ['BUY', 'SELL'] as const) {
    triggerStops(exchange, book, side, tick.pricePaise)
    if (!isLocked(book, side)) fillWaiting(exchange, book, side, tick)
  }
}

function triggerStops(exchange: Exchange, book: OrderBook, side: OrderSide, pricePaise: Paise): void {
  const stops = book.stops[side]
  for (let order = stops.first(); order && isReached(order, pricePaise); order = stops.first()) {
    stops.remove(order)
    order.status = 'open'
    order.takesMarketPrice = true
    if (order.kind === 'STOPLOSS_MARKET') {
      order.pricePaise = protectedPrice(book, side, pricePaise)
    }
    order.arrival = ++exchange.counters.arrivals
    book.limits[side].add(order)
    announce(exchange, order, 'open')
  }
}

function isReached(order: ExchangeOrder, pricePaise: Paise): boolean {
  return order.side === 'BUY' ? pricePaise >= order.triggerPaise : pricePaise <= order.triggerPaise
}

function fillWaiting(exchange: Exchange, book: OrderBook, side: OrderSide, tick: SimulatedTick): void {
  const waiting = book.limits[side]
  let left = tick.quantity
  for (let order = waiting.first(); order && left > 0 && isWithin(order, tick.pricePaise); order = waiting.first()) {
    const quantity = Math.min(left, remainingQuantity(order))
    left -= quantity
    // A resting order fills at its own price; a market order has none and fills at the trade's price.
    const pricePaise = order.takesMarketPrice ? tick.pricePaise : order.pricePaise
    if (quantity === remainingQuantity(order)) waiting.remove(order)
    recordFill(exchange, order, quantity, pricePaise)
  }
}

function isWithin(order: ExchangeOrder, pricePaise: Paise): boolean {
  return order.side === 'BUY' ? order.pricePaise >= pricePaise : order.pricePaise <= pricePaise
}
