import { checkOrder } from '../risk/check-order.ts'
import { endOrder } from './end-order.ts'
import { announce, type Exchange } from '../state/exchange.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import { type ExchangeOrder, isEnded, isStop } from '../state/exchange-order.ts'
import { marginFor } from '../risk/margin-for.ts'
import { matchIncoming } from './match-incoming.ts'
import type { OrderBook } from '../state/order-book.ts'
import { protectedPrice } from './protected-price.ts'

/** Risk checks and matching of an accepted order: it is rejected, waits, or trades. */
export function processOrder(exchange: Exchange, book: OrderBook, order: ExchangeOrder): void {
  if (isEnded(order)) return
  const { side } = order
  // Margin of a stop is computed at its protected price after triggering.
  if (order.kind === 'STOPLOSS_MARKET') {
    order.pricePaise = protectedPrice(book, side, order.triggerPaise)
  }
  const reason = checkOrder(exchange, book, order)
  if (reason !== null) {
    endOrder(exchange, order, 'rejected', reason)
    return
  }
  order.marginPaise = marginFor(exchange.accounts.get(order.clientCode) as ExchangeAccount, order, exchange.rules)
  order.arrival = ++exchange.counters.arrivals
  if (isStop(order.kind)) {
    order.status = 'trigger pending'
    book.stops[side].add(order)
    announce(exchange, order, 'trigger pending')
    return
  }
  order.status = 'open'
  announce(exchange, order, 'open')
  matchIncoming(exchange, book, order)
}
