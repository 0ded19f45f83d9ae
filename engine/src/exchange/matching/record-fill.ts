import type { Paise, Quantity } from '@trading-bot/core/units'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import { announce, type Exchange } from '../state/exchange.ts'
import { type ExchangeOrder, type ExchangeTrade, remainingQuantity } from '../state/exchange-order.ts'
import { endOrder } from './end-order.ts'

/** Records a fill as a trade, adds it to the position and publishes the order's new state. */
export function recordFill(exchange: Exchange, order: ExchangeOrder, quantity: Quantity, pricePaise: Paise): void {
  const account = exchange.accounts.get(order.clientCode) as ExchangeAccount
  const { instrument, product, side, orderId } = order
  const atMs = exchange.clock.nowMs()
  const tradeId = String(50_000_000 + ++exchange.counters.trades)
  const trade: ExchangeTrade = { tradeId, orderId, instrument, product, side, quantity, pricePaise, atMs }
  order.filledQuantity += quantity
  order.filledValuePaise += quantity * pricePaise
  order.lastTrade = trade
  account.trades.push(trade)
  foldTrade(account.positions, trade)
  if (remainingQuantity(order) === 0) endOrder(exchange, order, 'complete')
  else announce(exchange, order, 'open')
  for (const listener of exchange.fillListeners) listener(order, trade)
}

export function foldTrade(positions: Map<string, ExchangePosition>, trade: ExchangeTrade): void {
  const { instrument, product, quantity } = trade
  const key = `${instrument.token}:${product}`
  const position = positions.get(key) ?? {
    instrument,
    product,
    buyQuantity: 0,
    buyValuePaise: 0,
    sellQuantity: 0,
    sellValuePaise: 0,
  }
  positions.set(key, position)
  if (trade.side === 'BUY') {
    position.buyQuantity += quantity
    position.buyValuePaise += quantity * trade.pricePaise
  } else {
    position.sellQuantity += quantity
    position.sellValuePaise += quantity * trade.pricePaise
  }
}
