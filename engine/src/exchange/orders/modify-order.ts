import type { Paise, Quantity } from '@trading-bot/core/units'
import { checkOrder } from '../risk/check-order.ts'
import { announce, type Exchange } from '../state/exchange.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import {
  type ExchangeOrder,
  isEnded,
  isKept,
  isStop,
  type OrderDuration,
  type OrderKind,
} from '../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../state/exchange-refusal.ts'
import { marginFor } from '../risk/margin-for.ts'
import { matchIncoming } from '../matching/match-incoming.ts'
import { ladderOf, type OrderBook } from '../state/order-book.ts'
import { protectedPrice } from '../matching/protected-price.ts'

export type OrderChange = {
  readonly kind: OrderKind
  readonly duration: OrderDuration
  readonly pricePaise: Paise
  readonly triggerPaise: Paise
  /** The order's new total, including what is filled. */
  readonly quantity: Quantity
}

/** Accepted immediately; a change that the market rejects leaves the order unchanged, with the reason as its text. */
export function modifyOrder(
  exchange: Exchange,
  account: ExchangeAccount,
  orderId: string,
  change: OrderChange,
): ExchangeAnswer<ExchangeOrder> {
  const order = account.orders.get(orderId)
  if (!order) return refuseWith('AB1013')
  if (isEnded(order)) return refuseWith('AB1007', `Order is already ${order.status}`)
  if (!Number.isSafeInteger(change.quantity) || change.quantity <= order.filledQuantity) {
    return refuseWith('AB1007', 'Invalid quantity')
  }
  if (!Number.isSafeInteger(change.pricePaise) || change.pricePaise < 0) return refuseWith('AB1007', 'Invalid price')
  if (!Number.isSafeInteger(change.triggerPaise)) return refuseWith('AB1007', 'Invalid price')
  exchange.timers.after(exchange.rules.processAfterMs, () => applyChange(exchange, order, change))
  return { ok: true, value: order }
}

function applyChange(exchange: Exchange, order: ExchangeOrder, change: OrderChange): void {
  // Complete or cancelled while the modification was pending.
  if (isEnded(order)) return
  const book = exchange.books.get(order.instrument.token) as OrderBook
  if (isKept(order)) {
    // Checked when it is sent.
    Object.assign(order, wantedOf(book, order, change))
    order.status = 'modify after market order req received'
    announce(exchange, order, order.status)
    return
  }
  const account = exchange.accounts.get(order.clientCode) as ExchangeAccount
  const before = { ...order }
  const isFilled = change.quantity <= order.filledQuantity
  ladderOf(book, order).remove(order)
  Object.assign(order, wantedOf(book, order, change))
  const reason = isFilled ? 'The quantity is already filled' : checkOrder(exchange, book, order)
  if (reason !== null) {
    const { kind, duration, pricePaise, triggerPaise, quantity, takesMarketPrice } = before
    Object.assign(order, { kind, duration, pricePaise, triggerPaise, quantity, takesMarketPrice, text: reason })
    ladderOf(book, order).add(order)
    announce(exchange, order, order.status)
    return
  }
  order.marginPaise = marginFor(account, order, exchange.rules)
  order.arrival = ++exchange.counters.arrivals
  const waitsForTrigger = isStop(order.kind)
  order.status = waitsForTrigger ? 'trigger pending' : 'open'
  announce(exchange, order, 'modified')
  if (waitsForTrigger) book.stops[order.side].add(order)
  else matchIncoming(exchange, book, order)
}

function wantedOf(book: OrderBook, order: ExchangeOrder, change: OrderChange): Partial<ExchangeOrder> {
  const { kind, quantity, duration } = change
  const triggerPaise = isStop(kind) ? change.triggerPaise : 0
  const shared = { quantity, duration, triggerPaise, text: '' }
  if (kind === 'MARKET') {
    const pricePaise = protectedPrice(book, order.side)
    return { ...shared, kind: 'LIMIT', pricePaise, takesMarketPrice: true }
  }
  const pricePaise = kind === 'STOPLOSS_MARKET' ? protectedPrice(book, order.side, triggerPaise) : change.pricePaise
  return { ...shared, kind, pricePaise, takesMarketPrice: false }
}
