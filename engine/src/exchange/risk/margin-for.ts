import type { ExchangeAccount } from '../state/exchange-account.ts'
import type { ExchangeRules } from '../state/exchange.ts'
import { type ExchangeOrder, remainingQuantity } from '../state/exchange-order.ts'
import { leverageOf, netQuantity } from './funds-of.ts'

/** Margin that an order needs: only for its opening part, closing a position needs none. */
export function marginFor(account: ExchangeAccount, order: ExchangeOrder, rules: ExchangeRules): number {
  if (order.product === 'DELIVERY' && order.side === 'SELL') return 0
  // The legs of a bracket close what its entry has opened, and only one of them trades.
  if (order.parentOrderId !== '') return 0
  const opening = Math.max(0, remainingQuantity(order) - closableQuantity(account, order))
  return Math.ceil((opening * order.pricePaise) / leverageOf(order.product, rules))
}

/** Shares of the position that this order would close, without those that other open orders are already closing. */
export function closableQuantity(account: ExchangeAccount, order: ExchangeOrder): number {
  const position = account.positions.get(`${order.instrument.token}:${order.product}`)
  const net = position ? netQuantity(position) : 0
  let closable = Math.max(0, order.side === 'SELL' ? net : -net)
  for (const other of account.openOrders) {
    // An order that the exchange has not processed yet comes after this one.
    if (other === order || other.arrival === 0) continue
    if (other.side !== order.side || other.product !== order.product) continue
    if (other.instrument.token === order.instrument.token) closable -= remainingQuantity(other)
  }
  return Math.max(0, closable)
}
