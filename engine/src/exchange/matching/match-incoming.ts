import type { OrderSide } from '@trading-bot/core/order'
import { depthOf } from './depth-of.ts'
import { endOrder } from './end-order.ts'
import type { Exchange } from '../state/exchange.ts'
import { type ExchangeOrder, isEnded, remainingQuantity } from '../state/exchange-order.ts'
import type { OrderBook } from '../state/order-book.ts'
import { recordFill } from './record-fill.ts'

/** Matches an incoming limit order against the opposite depth within its limit; the rest waits or is cancelled. */
export function matchIncoming(exchange: Exchange, book: OrderBook, order: ExchangeOrder): void {
  takeDepth(exchange, book, order)
  if (isEnded(order)) return
  if (order.duration === 'IOC') {
    endOrder(exchange, order, 'cancelled', 'Unmatched quantity of an IOC order is cancelled')
    return
  }
  book.limits[order.side].add(order)
}

// Orders match against the simulated market, not each other, so that every account sees the same tape.
function takeDepth(exchange: Exchange, book: OrderBook, order: ExchangeOrder): void {
  const other: OrderSide = order.side === 'BUY' ? 'SELL' : 'BUY'
  let alreadyTaken = book.taken[other]
  for (const level of depthOf(book, other)) {
    const isWithin = order.side === 'BUY' ? level.pricePaise <= order.pricePaise : level.pricePaise >= order.pricePaise
    if (!isWithin || remainingQuantity(order) === 0) return
    const left = Math.max(0, level.quantity - alreadyTaken)
    alreadyTaken = Math.max(0, alreadyTaken - level.quantity)
    // The rest of an order that used up the depth is still marketable, so the next trades fill it at their price.
    order.takesMarketPrice = true
    const quantity = Math.min(left, remainingQuantity(order))
    if (quantity === 0) continue
    book.taken[other] += quantity
    recordFill(exchange, order, quantity, level.pricePaise)
  }
}
