import type { Paise } from '@trading-bot/core/units'
import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { announce, type Exchange } from '../state/exchange.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import { isAfterMarket } from './after-market.ts'
import { type ExchangeOrder, isKept, isStop, type OrderTicket } from '../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../state/exchange-refusal.ts'
import type { OrderBook } from '../state/order-book.ts'
import { processOrder } from '../matching/process-order.ts'
import { protectedPrice } from '../matching/protected-price.ts'

const TAG_LENGTH_LIMIT = 20

/** Accepts the order; its result (open, rejected, complete) appears in the order book a moment later. */
export function placeOrder(
  exchange: Exchange,
  account: ExchangeAccount,
  ticket: OrderTicket,
): ExchangeAnswer<ExchangeOrder> {
  if (ticket.tag.length >= TAG_LENGTH_LIMIT) return refuseWith('AB4008')
  if (ticket.token === '') return refuseWith('AB4018')
  const book = exchange.books.get(ticket.token)
  if (!book) return refuseWith('AB1009')
  if (!Number.isSafeInteger(ticket.quantity) || ticket.quantity <= 0) return refuseWith('AB1007', 'Invalid quantity')
  if (!isPrice(ticket.pricePaise) || !isPrice(ticket.triggerPaise)) return refuseWith('AB1007', 'Invalid price')
  const order = newOrder(exchange, account, book, ticket)
  account.orders.set(order.orderId, order)
  account.openOrders.add(order)
  announce(exchange, order, order.status)
  if (isKept(order)) exchange.afterMarketOrders.add(order)
  else exchange.timers.after(exchange.rules.processAfterMs, () => processOrder(exchange, book, order))
  return { ok: true, value: order }
}

function isPrice(pricePaise: Paise): boolean {
  return Number.isSafeInteger(pricePaise) && pricePaise >= 0
}

function newOrder(exchange: Exchange, account: ExchangeAccount, book: OrderBook, ticket: OrderTicket): ExchangeOrder {
  const nowMs = exchange.clock.nowMs()
  const { instrument } = book.quote
  const session = openSessionAt(exchange.calendar, nowMs, instrument)
  const isMarket = ticket.kind === 'MARKET'
  // An order after hours becomes one for the next session, whatever its variety; a bracket order cannot.
  const waits = !session.ok && ticket.variety !== 'ROBO' && isAfterMarket(exchange, instrument)
  const number = ++exchange.counters.orders
  // Fields are listed by name, because spreading the ticket cost more than the rest of the order.
  return {
    variety: ticket.variety,
    tradingSymbol: ticket.tradingSymbol,
    side: ticket.side,
    product: ticket.product,
    duration: ticket.duration,
    // What a limit order brings along has no meaning and is not kept.
    triggerPaise: isStop(ticket.kind) ? ticket.triggerPaise : 0,
    quantity: ticket.quantity,
    disclosedQuantity: ticket.disclosedQuantity,
    tag: ticket.tag,
    orderId: `${isoDay(indiaDayNumber(nowMs)).replaceAll('-', '').slice(2)}${String(number).padStart(9, '0')}`,
    uniqueOrderId: exchange.ids.next(),
    exchangeOrderId: `11000000${String(number).padStart(8, '0')}`,
    clientCode: account.clientCode,
    instrument,
    acceptedMs: nowMs,
    // A market order becomes a limit order at its protected price.
    kind: isMarket ? 'LIMIT' : ticket.kind,
    pricePaise: isMarket ? protectedPrice(book, ticket.side) : ticket.pricePaise,
    takesMarketPrice: isMarket,
    arrival: 0,
    marginPaise: 0,
    validUntilMs: waits ? Number.POSITIVE_INFINITY : session.ok ? session.value.closeMs : nowMs,
    filledQuantity: 0,
    filledValuePaise: 0,
    lastTrade: null,
    status: waits ? 'after market order req received' : 'open pending',
    text: '',
    updatedMs: nowMs,
    bracket: ticket.bracket ?? null,
    parentOrderId: ticket.parentOrderId ?? '',
    sibling: null,
  }
}
