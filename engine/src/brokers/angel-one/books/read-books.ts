import type { BrokerOrder, BrokerFill, BrokerFunds, BrokerPosition } from '../../../ports.ts'
import { explainRejection } from '../requests/explain-rejection.ts'
import { clockMs, stampMs } from './india-times.ts'
import { asRow, asRows, numberOf, paiseOf, type Row, textOf, wholeOf } from './loose-fields.ts'

// A row that cannot be read spoils only itself, and is never taken for an absent one.

/** A row that cannot be read stays in the book as UNREADABLE, with whatever of its ids and token could be read. */
export function readOrderBook(data: unknown): readonly BrokerOrder[] | null {
  return asRows(data)?.map((row) => readOrder(row) ?? unreadableOrder(row)) ?? null
}

/** Omits trades that cannot be read: fills are believed complete only when they sum to their order's filled quantity. */
export function readTradeBook(data: unknown, nowMs: number): readonly BrokerFill[] | null {
  return asRows(data)?.flatMap((row) => readTrade(row, nowMs) ?? []) ?? null
}

/** Omits positions in products that the platform does not trade. A row without a token may concern any of them. */
export function readPositions(data: unknown): readonly BrokerPosition[] | null {
  const positions = asRows(data)
    ?.filter((row) => !isOtherProduct(row))
    .map((row) => readPosition(row) ?? unreadablePosition(row))
  return positions?.every(({ token }) => token !== '') ? positions : null
}

/** `availablecash` is already net of what is utilised and includes pledged margin, so nothing is added or subtracted. */
export function readFunds(data: unknown): BrokerFunds | null {
  const row = asRow(data)
  const availablePaise = row && paiseOf(row, 'availablecash')
  const utilisedPaise = row && paiseOf(row, 'utiliseddebits')
  return availablePaise === null || utilisedPaise === null ? null : { availablePaise, utilisedPaise }
}

/** A row of the order book or an update of the order-status socket. */
export function readOrder(row: Row): BrokerOrder | null {
  const side = sideOf(row)
  const quantity = wholeOf(row, 'quantity')
  const filledQuantity = wholeOf(row, 'filledshares')
  // Nothing is filled, so there is no average that could be missing.
  const rupees = filledQuantity === 0 ? 0 : numberOf(row, 'averageprice')
  const brokerOrderId = textOf(row, 'orderid')
  if (!side || quantity === null || filledQuantity === null || rupees === null || brokerOrderId === '') return null
  const status = (textOf(row, 'orderstatus') || textOf(row, 'status')).toLowerCase()
  const state = stateOf(status)
  const text = textOf(row, 'text')
  const product = productOf(row)
  const triggerPaise = state === 'RESTING' ? pricePaiseOf(row, 'triggerprice') : null
  const limitPaise = pricePaiseOf(row, 'price')
  return {
    brokerOrderId,
    clientId: textOf(row, 'ordertag'),
    token: textOf(row, 'symboltoken'),
    ...(product && { product }),
    ...(triggerPaise && { triggerPaise }),
    ...(limitPaise && { limitPaise }),
    side,
    quantity,
    filledQuantity,
    averagePaise: Math.round(rupees * 10_000) / 100,
    state,
    text: state === 'REJECTED' ? explainRejection(text) : text,
    updatedMs: stampMs(textOf(row, 'exchorderupdatetime')) ?? stampMs(textOf(row, 'updatetime')),
  }
}

/** Null for a price that is missing or no price; a broker writes 0 where there is none. */
function pricePaiseOf(row: Row, name: string): number | null {
  const paise = paiseOf(row, name)
  return paise !== null && paise > 0 ? paise : null
}

function unreadableOrder(row: Row): BrokerOrder {
  const ids = {
    brokerOrderId: textOf(row, 'orderid'),
    clientId: textOf(row, 'ordertag'),
    token: textOf(row, 'symboltoken'),
  }
  const nothing = {
    side: sideOf(row) ?? 'BUY',
    quantity: 0,
    filledQuantity: 0,
    averagePaise: 0,
    updatedMs: null,
  } as const
  return { ...ids, ...nothing, state: 'UNREADABLE', text: textOf(row, 'text') }
}

function readTrade(row: Row, nowMs: number): BrokerFill | null {
  const side = sideOf(row)
  const quantity = wholeOf(row, 'fillsize')
  const pricePaise = paiseOf(row, 'fillprice')
  const atMs = clockMs(textOf(row, 'filltime'), nowMs)
  const tradeId = textOf(row, 'fillid')
  const brokerOrderId = textOf(row, 'orderid')
  if (!side || quantity === null || pricePaise === null || atMs === null) return null
  if (tradeId === '' || brokerOrderId === '') return null
  return { tradeId, brokerOrderId, side, quantity, pricePaise, atMs }
}

function readPosition(row: Row): BrokerPosition | null {
  const product = productOf(row)
  const buyQuantity = wholeOf(row, 'buyqty')
  const sellQuantity = wholeOf(row, 'sellqty')
  const buyValuePaise = paiseOf(row, 'buyamount')
  const sellValuePaise = paiseOf(row, 'sellamount')
  if (product === null || buyQuantity === null || sellQuantity === null) return null
  if (buyValuePaise === null || sellValuePaise === null) return null
  const lastPaise = paiseOf(row, 'ltp')
  return {
    token: textOf(row, 'symboltoken'),
    product,
    buyQuantity,
    buyValuePaise,
    sellQuantity,
    sellValuePaise,
    ...(lastPaise !== null && lastPaise > 0 && { lastPaise }),
  }
}

function unreadablePosition(row: Row): BrokerPosition {
  const figures = { buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
  return { token: textOf(row, 'symboltoken'), isReadable: false, product: productOf(row) ?? 'INTRADAY', ...figures }
}

function sideOf(row: Row): 'BUY' | 'SELL' | null {
  const side = textOf(row, 'transactiontype').toUpperCase()
  return side === 'BUY' || side === 'SELL' ? side : null
}

function productOf(row: Row): 'INTRADAY' | 'DELIVERY' | null {
  const product = textOf(row, 'producttype').toUpperCase()
  return product === 'INTRADAY' || product === 'DELIVERY' ? product : null
}

function isOtherProduct(row: Row): boolean {
  return textOf(row, 'producttype') !== '' && productOf(row) === null
}

// Only these statuses end an order; any other leaves it working.
const KNOWN_STATES: Readonly<Record<string, BrokerOrder['state']>> = {
  'trigger pending': 'RESTING',
  complete: 'COMPLETE',
  executed: 'COMPLETE',
  cancelled: 'CANCELLED',
  'cancelled after market order': 'CANCELLED',
  rejected: 'REJECTED',
}

function stateOf(status: string): BrokerOrder['state'] {
  return KNOWN_STATES[status] ?? 'WORKING'
}
