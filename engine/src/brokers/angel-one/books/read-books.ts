import type { BrokerOrder, BrokerFill, BrokerFunds, BrokerPosition } from '../../../ports.ts'
import { explainRejection } from '../requests/explain-rejection.ts'
import { clockMs, stampMs } from './india-times.ts'
import { asRow, asRows, numberOf, paiseOf, type Row, textOf, wholeOf } from './loose-fields.ts'

// One unreadable row makes the whole book unreadable, because a missing row would look like "order not found".

export function readOrderBook(data: unknown): readonly BrokerOrder[] | null {
  return readEvery(data, readOrder)
}

export function readTradeBook(data: unknown, nowMs: number): readonly BrokerFill[] | null {
  return readEvery(data, (row) => readTrade(row, nowMs))
}

/** Omits positions in products that the platform does not trade. */
export function readPositions(data: unknown): readonly BrokerPosition[] | null {
  const rows = asRows(data)
  return (
    rows &&
    readEvery(
      rows.filter((row) => productOf(row) !== null),
      readPosition,
    )
  )
}

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
  const rupees = numberOf(row, 'averageprice')
  const brokerOrderId = textOf(row, 'orderid')
  if (!side || quantity === null || filledQuantity === null || rupees === null || brokerOrderId === '') return null
  const status = (textOf(row, 'orderstatus') || textOf(row, 'status')).toLowerCase()
  const state = stateOf(status)
  const text = textOf(row, 'text')
  return {
    brokerOrderId,
    clientId: textOf(row, 'ordertag'),
    token: textOf(row, 'symboltoken'),
    side,
    quantity,
    filledQuantity,
    averagePaise: Math.round(rupees * 10_000) / 100,
    state,
    text: state === 'REJECTED' ? explainRejection(text) : text,
    updatedMs: stampMs(textOf(row, 'exchorderupdatetime')) ?? stampMs(textOf(row, 'updatetime')),
  }
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
  return { token: textOf(row, 'symboltoken'), product, buyQuantity, buyValuePaise, sellQuantity, sellValuePaise }
}

function readEvery<T>(data: unknown, read: (row: Row) => T | null): readonly T[] | null {
  const lines = asRows(data)?.map(read)
  return lines?.every((line) => line !== null) ? (lines as readonly T[]) : null
}

function sideOf(row: Row): 'BUY' | 'SELL' | null {
  const side = textOf(row, 'transactiontype').toUpperCase()
  return side === 'BUY' || side === 'SELL' ? side : null
}

function productOf(row: Row): 'INTRADAY' | 'DELIVERY' | null {
  const product = textOf(row, 'producttype').toUpperCase()
  return product === 'INTRADAY' || product === 'DELIVERY' ? product : null
}

// Only these statuses end an order; any other leaves it working.
const ENDED: Readonly<Record<string, BrokerOrder['state']>> = {
  complete: 'COMPLETE',
  executed: 'COMPLETE',
  cancelled: 'CANCELLED',
  'cancelled after market order': 'CANCELLED',
  rejected: 'REJECTED',
}

function stateOf(status: string): BrokerOrder['state'] {
  return ENDED[status] ?? 'WORKING'
}
