import type { Paise } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import type { OrderSide } from '@trading-bot/core/order'
import type { OrderChange, OrderPrice, OrderRequest, PlacedOrder } from '../../../ports.ts'
import { stopLimitPaise } from '@trading-bot/core/risk/stop-limit'

// Market price protection of cash stocks is 0.5 % of the last price (Angel One, December 2024). We send the limit
// ourselves, so that the blocked margin and the worst price are known before the order is sent.
const PROTECTION = 0.005

export function ticketOf(request: OrderRequest): object {
  return {
    ...pricesOf(request, request.price),
    tradingsymbol: request.instrument.symbol,
    symboltoken: request.instrument.token,
    transactiontype: request.side,
    exchange: 'NSE',
    producttype: request.product,
    duration: 'DAY',
    quantity: String(request.quantity),
    disclosedquantity: '0',
    squareoff: '0',
    stoploss: '0',
    trailingStopLoss: '0',
    ordertag: request.clientId,
  }
}

export function changeOf({ brokerOrderId, request }: PlacedOrder, change: OrderChange): object {
  return {
    ...pricesOf(request, change.price),
    // The broker needs the variety that the order was placed with, even when a stop becomes a limit order.
    variety: varietyOf(request.price),
    orderid: brokerOrderId,
    producttype: request.product,
    duration: 'DAY',
    quantity: String(change.quantity),
    tradingsymbol: request.instrument.symbol,
    symboltoken: request.instrument.token,
    exchange: 'NSE',
  }
}

export function cancelOf({ brokerOrderId, request }: PlacedOrder): object {
  return { variety: varietyOf(request.price), orderid: brokerOrderId }
}

function pricesOf({ instrument, side }: OrderRequest, price: OrderPrice) {
  const { tickPaise } = instrument
  const variety = varietyOf(price)
  switch (price.kind) {
    case 'LIMIT':
      return { variety, ordertype: 'LIMIT', price: rupees(price.limitPaise), triggerprice: '0' }
    case 'MARKET': {
      const limitPaise = protectedPaise(price.lastPaise, side, tickPaise)
      return { variety, ordertype: 'LIMIT', price: rupees(limitPaise), triggerprice: '0' }
    }
    case 'STOP': {
      // Never STOPLOSS_MARKET: exchanges penalise market orders of algorithms.
      const limitPaise = stopLimitPaise(side, price.triggerPaise, tickPaise)
      const triggerprice = rupees(price.triggerPaise)
      return { variety, ordertype: 'STOPLOSS_LIMIT', price: rupees(limitPaise), triggerprice }
    }
  }
}

function varietyOf(price: OrderPrice): 'NORMAL' | 'STOPLOSS' {
  return price.kind === 'STOP' ? 'STOPLOSS' : 'NORMAL'
}

function protectedPaise(paise: Paise, side: OrderSide, tickPaise: Paise): number {
  return side === 'BUY'
    ? tickAtOrBelow(paise * (1 + PROTECTION), tickPaise)
    : tickAtOrAbove(paise * (1 - PROTECTION), tickPaise)
}

function rupees(paise: Paise): string {
  return (paise / 100).toFixed(2)
}
