import { endOrder } from '../matching/end-order.ts'
import type { Exchange } from '../state/exchange.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import { type ExchangeOrder, isEnded, isKept } from '../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../state/exchange-refusal.ts'
import { ladderOf, type OrderBook } from '../state/order-book.ts'

/** Accepted immediately and executed a moment later; an order that fills in between stays complete. */
export function cancelOrder(
  exchange: Exchange,
  account: ExchangeAccount,
  orderId: string,
): ExchangeAnswer<ExchangeOrder> {
  const order = account.orders.get(orderId)
  if (!order) return refuseWith('AB1013')
  if (isEnded(order)) return refuseWith('AB1007', `Order is already ${order.status}`)
  exchange.timers.after(exchange.rules.processAfterMs, () => {
    if (!isEnded(order)) withdrawOrder(exchange, order, '')
  })
  return { ok: true, value: order }
}

/** Removes an order from its order book and cancels it; its fills stay. */
export function withdrawOrder(exchange: Exchange, order: ExchangeOrder, text: string): void {
  if (isKept(order)) {
    endOrder(exchange, order, 'cancelled after market order', text)
    return
  }
  const book = exchange.books.get(order.instrument.token) as OrderBook
  ladderOf(book, order).remove(order)
  endOrder(exchange, order, 'cancelled', text)
}
