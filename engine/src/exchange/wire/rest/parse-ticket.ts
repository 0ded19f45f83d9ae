import type { OrderDuration, OrderKind, OrderProduct, OrderTicket, OrderVariety } from '../../orders/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../../exchange-refusal.ts'
import type { OrderChange } from '../../orders/modify-order.ts'
import { type Body, numberOf, paiseOf, textOf } from './body-fields.ts'

const VARIETIES: readonly OrderVariety[] = ['NORMAL', 'STOPLOSS']
const KINDS: readonly OrderKind[] = ['LIMIT', 'MARKET', 'STOPLOSS_LIMIT', 'STOPLOSS_MARKET']
const PRODUCTS: readonly OrderProduct[] = ['DELIVERY', 'INTRADAY', 'MARGIN']
const DURATIONS: readonly OrderDuration[] = ['DAY', 'IOC']

export function parseTicket(body: Body): ExchangeAnswer<OrderTicket> {
  const variety = oneOf(VARIETIES, textOf(body, 'variety'))
  if (!variety) return refuseWith('AB1008')
  const product = productOf(textOf(body, 'producttype'))
  if (!product) return refuseWith('AB1012')
  const side = oneOf(['BUY', 'SELL'] as const, textOf(body, 'transactiontype'))
  if (!side) return refuseWith('AB1007', 'Invalid transaction type')
  const change = parseChange(body)
  if (!change.ok) return change
  // Stop orders have their own variety.
  if (change.value.kind.startsWith('STOPLOSS') !== (variety === 'STOPLOSS')) return refuseWith('AB1008')
  if (textOf(body, 'exchange') !== 'NSE') return refuseWith('AB1009')
  return {
    ok: true,
    value: {
      kind: change.value.kind,
      duration: change.value.duration,
      pricePaise: change.value.pricePaise,
      triggerPaise: change.value.triggerPaise,
      quantity: change.value.quantity,
      variety,
      product,
      side,
      tradingSymbol: textOf(body, 'tradingsymbol'),
      token: textOf(body, 'symboltoken'),
      disclosedQuantity: numberOf(body, 'disclosedquantity') || 0,
      tag: textOf(body, 'ordertag'),
    },
  }
}

export function parseChange(body: Body): ExchangeAnswer<OrderChange> {
  const kind = oneOf(KINDS, textOf(body, 'ordertype'))
  if (!kind) return refuseWith('AB1007', 'Invalid order type')
  const duration = oneOf(DURATIONS, textOf(body, 'duration'))
  if (!duration) return refuseWith('AB1007', 'Invalid duration')
  return {
    ok: true,
    value: {
      kind,
      duration,
      pricePaise: paiseOf(body, 'price'),
      triggerPaise: paiseOf(body, 'triggerprice'),
      quantity: numberOf(body, 'quantity'),
    },
  }
}

export function productOf(word: string): OrderProduct | undefined {
  return oneOf(PRODUCTS, word)
}

function oneOf<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((known) => known === word)
}
