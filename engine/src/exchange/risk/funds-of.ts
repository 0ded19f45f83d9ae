import type { Paise } from '@trading-bot/core/units'
import type { ExchangeAccount, ExchangePosition } from '../state/exchange-account.ts'
import type { ExchangeRules } from '../state/exchange.ts'
import { type ExchangeOrder, isIntraday, type OrderProduct, remainingQuantity } from '../state/exchange-order.ts'

export type ExchangeFunds = {
  /** Available for new orders: cash plus today's results less the margin of positions and open orders. */
  readonly availablePaise: Paise
  readonly utilisedPaise: Paise
  readonly realisedPaise: Paise
}

// Charges are not included, because the broker bills them after the day.
export function fundsOf(account: ExchangeAccount, rules: ExchangeRules): ExchangeFunds {
  let utilisedPaise = 0
  let realisedPaise = 0
  for (const position of account.positions.values()) {
    utilisedPaise += positionMargin(position, rules)
    realisedPaise += realisedOf(position)
  }
  for (const order of account.openOrders) utilisedPaise += openOrderMargin(order)
  return { availablePaise: account.cashPaise + realisedPaise - utilisedPaise, utilisedPaise, realisedPaise }
}

export function netQuantity(position: ExchangePosition): number {
  return position.buyQuantity - position.sellQuantity
}

/** Realised profit of the shares both bought and sold, at average prices. */
export function realisedOf(position: ExchangePosition): number {
  const { buyQuantity, buyValuePaise, sellQuantity, sellValuePaise } = position
  const matched = Math.min(buyQuantity, sellQuantity)
  if (matched === 0) return 0
  return Math.round((sellValuePaise * matched) / sellQuantity) - Math.round((buyValuePaise * matched) / buyQuantity)
}

export function leverageOf(product: OrderProduct, rules: ExchangeRules): number {
  return isIntraday(product) ? rules.intradayLeverage : 1
}

function positionMargin(position: ExchangePosition, rules: ExchangeRules): number {
  const net = netQuantity(position)
  // Shares sold from holdings need no margin.
  if (net === 0 || (net < 0 && position.product === 'DELIVERY')) return 0
  const [value, quantity] =
    net > 0 ? [position.buyValuePaise, position.buyQuantity] : [position.sellValuePaise, position.sellQuantity]
  return Math.ceil((value * Math.abs(net)) / quantity / leverageOf(position.product, rules))
}

function openOrderMargin(order: ExchangeOrder): number {
  return Math.ceil((order.marginPaise * remainingQuantity(order)) / order.quantity)
}
