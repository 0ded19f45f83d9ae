import { cancelOrder } from '../../orders/cancel-order.ts'
import type { ExchangeOrder } from '../../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import { findOrderBook } from '../../market/bse-listings.ts'
import { modifyOrder } from '../../orders/modify-order.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { textOf } from '../format/body-fields.ts'
import { parseChange, parseTicket } from './parse-ticket.ts'
import { presentOrder, presentTrade } from '../format/present-order.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const ROOT = '/rest/secure/angelbroking/order/v1'

export const ORDER_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${ROOT}/placeOrder`]: { method: 'POST', limit: 'orders', isOrder: true, answer: place },
  [`${ROOT}/modifyOrder`]: { method: 'POST', limit: 'orders', isOrder: true, answer: modify },
  [`${ROOT}/cancelOrder`]: { method: 'POST', limit: 'orders', isOrder: true, answer: cancel },
  [`${ROOT}/getOrderBook`]: { method: 'GET', limit: 'orderBook', answer: orderBook },
  [`${ROOT}/getTradeBook`]: { method: 'GET', limit: 'tradeBook', answer: tradeBook },
  [`${ROOT}/details`]: { method: 'GET', limit: 'orderDetails', answer: details },
}

function place({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  const ticket = parseTicket(body)
  if (!ticket.ok) return ticket
  const { token } = ticket.value
  if (token !== '' && !findOrderBook(wire.exchange, textOf(body, 'exchange'), token)) return refuseWith('AB1009')
  const placed = placeOrder(wire.exchange, session.account, ticket.value)
  return placed.ok ? { ok: true, value: { script: placed.value.tradingSymbol, ...idsOf(placed.value) } } : placed
}

function modify({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  if (isOtherVariety(session, body)) return refuseWith('AB1008')
  const change = parseChange(body)
  if (!change.ok) return change
  const modified = modifyOrder(wire.exchange, session.account, textOf(body, 'orderid'), change.value)
  return modified.ok ? { ok: true, value: idsOf(modified.value) } : modified
}

function cancel({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  if (isOtherVariety(session, body)) return refuseWith('AB1008')
  const cancelled = cancelOrder(wire.exchange, session.account, textOf(body, 'orderid'))
  return cancelled.ok ? { ok: true, value: idsOf(cancelled.value) } : cancelled
}

/** An order keeps the variety that it was placed with, also when a stop becomes a limit order. */
function isOtherVariety({ account }: RestCall['session'], body: RestCall['body']): boolean {
  const order = account.orders.get(textOf(body, 'orderid'))
  return order !== undefined && order.variety !== textOf(body, 'variety')
}

function idsOf(order: ExchangeOrder) {
  return { orderid: order.orderId, uniqueorderid: order.uniqueOrderId }
}

function orderBook({ session }: RestCall): ExchangeAnswer<unknown> {
  const orders = [...session.account.orders.values()].map(presentOrder)
  return { ok: true, value: orders.length === 0 ? null : orders }
}

function tradeBook({ session }: RestCall): ExchangeAnswer<unknown> {
  const trades = session.account.trades.map(presentTrade)
  return { ok: true, value: trades.length === 0 ? null : trades }
}

function details({ session, tail }: RestCall): ExchangeAnswer<unknown> {
  for (const order of session.account.orders.values()) {
    if (order.uniqueOrderId === tail) return { ok: true, value: presentOrder(order) }
  }
  return refuseWith('AB1007', 'Order not found')
}
