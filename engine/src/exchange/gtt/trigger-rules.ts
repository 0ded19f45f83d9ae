import type { Exchange } from '../state/exchange.ts'
import type { OrderBook } from '../state/order-book.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { GttRule } from '../state/gtt-rule.ts'
import { endRule } from './keep-rules.ts'

/** Sends the orders of rules whose trigger the last trade has reached, and ends rules that are too old. */
export function triggerRules(exchange: Exchange, { quote }: OrderBook): void {
  for (const rule of exchange.waitingRules) {
    if (rule.instrument.token !== quote.instrument.token) continue
    if (exchange.clock.nowMs() >= rule.expiresMs) endRule(exchange, rule, 'CANCELLED')
    else if (isReached(rule, quote.lastPaise)) {
      endRule(exchange, rule, 'SENTTOEXCHANGE')
      placeOrder(exchange, exchange.accounts.get(rule.clientCode)!, ticketOf(rule))
    }
  }
}

function isReached({ isAbove, terms: { triggerPaise } }: GttRule, lastPaise: number): boolean {
  return isAbove ? lastPaise >= triggerPaise : lastPaise <= triggerPaise
}

function ticketOf({ instrument, side, product, terms }: GttRule) {
  return {
    variety: 'NORMAL',
    tradingSymbol: instrument.symbol,
    token: instrument.token,
    side,
    kind: 'LIMIT',
    product,
    duration: 'DAY',
    pricePaise: terms.pricePaise,
    triggerPaise: 0,
    quantity: terms.quantity,
    disclosedQuantity: terms.disclosedQuantity,
    tag: '',
  } as const
}
