import type { Exchange } from '../state/exchange.ts'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import { netQuantity } from '../risk/funds-of.ts'
import type { OrderBook } from '../state/order-book.ts'

/**
 * Midnight in India: books start empty. Delivery trades settle into holdings and cash; open intraday positions are
 * squared off at the last price, as a broker does before the close.
 */
export function rollDay(exchange: Exchange): void {
  for (const account of exchange.accounts.values()) {
    for (const position of account.positions.values()) settlePosition(exchange, account, position)
    account.positions.clear()
    account.trades.length = 0
    for (const [orderId, order] of account.orders) if (!account.openOrders.has(order)) account.orders.delete(orderId)
  }
}

function settlePosition(exchange: Exchange, account: ExchangeAccount, position: ExchangePosition): void {
  account.cashPaise += position.sellValuePaise - position.buyValuePaise
  const net = netQuantity(position)
  if (net === 0) return
  if (position.product === 'DELIVERY') settleHolding(account, position, net)
  else {
    const book = exchange.books.get(position.instrument.token) as OrderBook
    account.cashPaise += net * book.quote.lastPaise
  }
}

function settleHolding(account: ExchangeAccount, position: ExchangePosition, net: number): void {
  const { instrument } = position
  const held = account.holdings.get(instrument.token) ?? { instrument, quantity: 0, costPaise: 0 }
  const quantity = held.quantity + net
  if (quantity <= 0) {
    account.holdings.delete(instrument.token)
    return
  }
  const addedPaise =
    net > 0
      ? Math.round((position.buyValuePaise * net) / position.buyQuantity)
      : Math.round((held.costPaise * net) / held.quantity)
  account.holdings.set(instrument.token, { instrument, quantity, costPaise: held.costPaise + addedPaise })
}
