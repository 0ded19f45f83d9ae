import { announce, type Exchange } from '../state/exchange.ts'
import type { ExchangeOrder } from '../state/exchange-order.ts'

/** The only transition from an open state to a final one. */
export function endOrder(
  exchange: Exchange,
  order: ExchangeOrder,
  status: 'complete' | 'cancelled' | 'rejected' | 'cancelled after market order',
  text = '',
): void {
  order.status = status
  order.text = text
  exchange.accounts.get(order.clientCode)?.openOrders.delete(order)
  exchange.afterMarketOrders.delete(order)
  announce(exchange, order, status)
}
