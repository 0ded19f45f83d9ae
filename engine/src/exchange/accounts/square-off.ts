import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import { withdrawOrder } from '../orders/cancel-order.ts'
import { isIntraday, isKept, type OrderTicket } from '../state/exchange-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import { netQuantity } from '../risk/funds-of.ts'

// A stock whose continuous trading ends before the usual time is squared off this long before its end.
const BEFORE_CLOSE_MS = 5 * MINUTE_MS

/**
 * The broker's own square-off, each minute from its time on: it cancels the intraday orders of a stock, then closes the
 * position with an untagged market order, which nobody asked for.
 */
export function squareOff(exchange: Exchange, atMs: number): void {
  const { squareOffMinute } = exchange.rules
  if (squareOffMinute === null) return
  const usualMs = indiaDayStartMs(indiaDayNumber(atMs)) + squareOffMinute * MINUTE_MS
  const isDue = (instrument: ExchangePosition['instrument']) => {
    const session = openSessionAt(exchange.calendar, atMs, instrument)
    return session.ok && atMs >= Math.min(usualMs, session.value.closeMs - BEFORE_CLOSE_MS)
  }
  for (const account of exchange.accounts.values()) {
    for (const order of Array.from(account.openOrders)) {
      if (!isIntraday(order.product) || isKept(order) || !isDue(order.instrument)) continue
      withdrawOrder(exchange, order, 'Cancelled by the broker before the square-off')
    }
    for (const position of account.positions.values()) {
      const isOpen = isIntraday(position.product) && netQuantity(position) !== 0
      if (isOpen && isDue(position.instrument)) closePosition(exchange, account, position)
    }
  }
}

function closePosition(exchange: Exchange, account: ExchangeAccount, position: ExchangePosition): void {
  const net = netQuantity(position)
  const ticket: OrderTicket = {
    variety: 'NORMAL',
    tradingSymbol: position.instrument.symbol,
    token: position.instrument.token,
    side: net > 0 ? 'SELL' : 'BUY',
    kind: 'MARKET',
    product: position.product,
    duration: 'DAY',
    pricePaise: 0,
    triggerPaise: 0,
    quantity: Math.abs(net),
    disclosedQuantity: 0,
    tag: '',
  }
  const placed = placeOrder(exchange, account, ticket)
  if (!placed.ok) throw new Error(`the square-off was refused: ${placed.message}`)
}
