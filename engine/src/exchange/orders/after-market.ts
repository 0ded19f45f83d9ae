import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import { indiaTimeOfDayMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'
import { processOrder } from '../matching/process-order.ts'
import { protectedPrice } from '../matching/protected-price.ts'

// The broker's window on a trading day: not around the open, and not before the closing auction is over.
const UNTIL_MINUTE = 9 * 60
const FROM_MINUTE = 16 * 60

/** Whether the broker keeps an order for the next session instead of sending it to the exchange. */
export function isAfterMarket({ calendar, clock }: Exchange, instrument: SimulatedInstrument): boolean {
  const session = openSessionAt(calendar, clock.nowMs(), instrument)
  if (session.ok) return false
  if (session.refusal.code !== 'BEFORE_OPEN' && session.refusal.code !== 'AFTER_CLOSE') return true
  const minute = indiaTimeOfDayMs(clock.nowMs()) / MINUTE_MS
  return minute < UNTIL_MINUTE || minute >= FROM_MINUTE
}

/** Sends the orders that were kept for this session. */
export function sendAfterMarketOrders(exchange: Exchange, atMs: number): void {
  for (const order of exchange.afterMarketOrders) {
    const session = openSessionAt(exchange.calendar, atMs, order.instrument)
    if (!session.ok) continue
    exchange.afterMarketOrders.delete(order)
    const book = exchange.books.get(order.instrument.token) as OrderBook
    order.validUntilMs = session.value.closeMs
    if (order.takesMarketPrice) order.pricePaise = protectedPrice(book, order.side)
    processOrder(exchange, book, order)
  }
}
