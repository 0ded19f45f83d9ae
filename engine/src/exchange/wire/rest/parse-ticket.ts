import {
  type Bracket,
  isStop,
  type OrderDuration,
  type OrderKind,
  type OrderTicket,
  type OrderVariety,
} from '../../state/exchange-order.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import type { OrderChange } from '../../orders/modify-order.ts'
import { type Body, numberOf, paiseOf, textOf } from '../format/body-fields.ts'

const VARIETIES: readonly OrderVariety[] = ['NORMAL', 'STOPLOSS', 'AMO', 'ROBO']
const KINDS: readonly OrderKind[] = ['LIMIT', 'MARKET', 'STOPLOSS_LIMIT', 'STOPLOSS_MARKET']
const PRODUCTS = ['DELIVERY', 'INTRADAY', 'MARGIN'] as const
const DURATIONS: readonly OrderDuration[] = ['DAY', 'IOC']

export function parseTicket(body: Body): ExchangeAnswer<OrderTicket> {
  const variety = oneOf(VARIETIES, textOf(body, 'variety'))
  if (!variety) return refuseWith('AB1008')
  const word = textOf(body, 'producttype')
  // Bracket orders have their own product.
  const product = variety === 'ROBO' ? oneOf(['BO'] as const, word) : productOf(word)
  if (!product) return refuseWith('AB1012')
  const side = oneOf(['BUY', 'SELL'] as const, textOf(body, 'transactiontype'))
  if (!side) return refuseWith('AB1007', 'Invalid transaction type')
  const change = parseChange(body)
  if (!change.ok) return change
  // Stop orders have their own variety; after the market's hours one serves all.
  if (variety !== 'AMO' && isStop(change.value.kind) !== (variety === 'STOPLOSS')) return refuseWith('AB1008')
  const bracket = variety === 'ROBO' ? bracketOf(body) : null
  if (bracket && !isSound(bracket)) return refuseWith('AB1007', 'Invalid squareoff or stoploss')
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
      bracket,
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

/** The products that can be asked for by name; a bracket order's is its own. */
export function productOf(word: string): (typeof PRODUCTS)[number] | undefined {
  return oneOf(PRODUCTS, word)
}

function bracketOf(body: Body): Bracket {
  return {
    targetPaise: paiseOf(body, 'squareoff'),
    stopPaise: paiseOf(body, 'stoploss'),
    trailPaise: paiseOf(body, 'trailingStopLoss'),
  }
}

function isSound({ targetPaise, stopPaise, trailPaise }: Bracket): boolean {
  return targetPaise > 0 && stopPaise > 0 && trailPaise >= 0
}

function oneOf<T extends string>(words: readonly T[], word: string): T | undefined {
  return words.find((known) => known === word)
}
