import type { Paise } from '@trading-bot/core/units'
import { announce, type Exchange } from '../state/exchange.ts'
import { onTick } from '../state/on-tick.ts'
import { ladderOf, type OrderBook } from '../state/order-book.ts'
import { withdrawOrder } from './cancel-order.ts'
import {
  type ExchangeOrder,
  type ExchangeTrade,
  isEnded,
  type OrderTicket,
  remainingQuantity,
} from '../state/exchange-order.ts'
import { placeOrder } from './place-order.ts'

/**
 * Bracket orders (variety ROBO): each fill of the entry brings a target and a stop for its shares, and what one of them
 * fills the other no longer waits for.
 */
export function keepBrackets(exchange: Exchange): void {
  const trailing = new Map<ExchangeOrder, Paise>()
  exchange.fillListeners.add((order, trade) => {
    if (order.sibling) shrinkSibling(exchange, order.sibling, trade)
    else if (order.bracket && order.parentOrderId === '') {
      const stop = placeLegs(exchange, order, trade)
      if (stop && order.bracket.trailPaise > 0) trailing.set(stop, trade.pricePaise)
    }
  })
  exchange.tickListeners.add((book) => {
    for (const [stop, fromPaise] of trailing) {
      if (isEnded(stop)) trailing.delete(stop)
      else if (stop.instrument.token === book.quote.instrument.token && stop.status === 'trigger pending') {
        trailing.set(stop, trailStop(exchange, book, stop, fromPaise))
      }
    }
  })
}

function shrinkSibling(exchange: Exchange, sibling: ExchangeOrder, trade: ExchangeTrade): void {
  if (isEnded(sibling)) return
  sibling.quantity -= trade.quantity
  if (remainingQuantity(sibling) > 0) announce(exchange, sibling, 'modified')
  else withdrawOrder(exchange, sibling, 'Cancelled because the other leg of the bracket order is filled')
}

function placeLegs(exchange: Exchange, entry: ExchangeOrder, trade: ExchangeTrade): ExchangeOrder | null {
  const { targetPaise, stopPaise } = entry.bracket!
  const direction = entry.side === 'BUY' ? 1 : -1
  const { tickPaise } = entry.instrument
  const leg: Omit<OrderTicket, 'kind' | 'pricePaise' | 'triggerPaise'> = {
    variety: 'ROBO',
    tradingSymbol: entry.tradingSymbol,
    token: entry.instrument.token,
    side: entry.side === 'BUY' ? 'SELL' : 'BUY',
    product: 'BO',
    duration: 'DAY',
    quantity: trade.quantity,
    disclosedQuantity: 0,
    tag: entry.tag,
    bracket: entry.bracket,
    parentOrderId: entry.orderId,
  }
  const account = exchange.accounts.get(entry.clientCode)!
  const target = placeOrder(exchange, account, {
    ...leg,
    kind: 'LIMIT',
    pricePaise: onTick(trade.pricePaise + direction * targetPaise, tickPaise),
    triggerPaise: 0,
  })
  const stop = placeOrder(exchange, account, {
    ...leg,
    kind: 'STOPLOSS_MARKET',
    pricePaise: 0,
    triggerPaise: onTick(trade.pricePaise - direction * stopPaise, tickPaise),
  })
  if (!target.ok || !stop.ok) return null
  target.value.sibling = stop.value
  stop.value.sibling = target.value
  return stop.value
}

/** Follows the price in whole steps of the trail. Returns the price that the next step counts from. */
function trailStop(exchange: Exchange, book: OrderBook, stop: ExchangeOrder, fromPaise: Paise): Paise {
  const { trailPaise } = stop.bracket!
  const direction = stop.side === 'SELL' ? 1 : -1
  const steps = Math.floor((direction * (book.quote.lastPaise - fromPaise)) / trailPaise)
  if (steps < 1) return fromPaise
  const movedPaise = direction * steps * trailPaise
  ladderOf(book, stop).remove(stop)
  stop.triggerPaise = onTick(stop.triggerPaise + movedPaise, stop.instrument.tickPaise)
  ladderOf(book, stop).add(stop)
  announce(exchange, stop, 'modified')
  return fromPaise + movedPaise
}
