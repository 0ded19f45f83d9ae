import type { BrokerOrderId, Paise, Quantity } from '@trading-bot/core/units'
import { applyFill, FLAT, type Position } from '@trading-bot/core/position'
import type { OrderState } from '@trading-bot/core/order'
import type { BrokerFill, BrokerFunds, BrokerOrder, BrokerPosition, OrderRequest } from '../../ports.ts'
import type { Cancel } from '../../ports/timers.ts'

/** An order at the paper broker, updated in place. */
export type PaperOrder = {
  readonly brokerOrderId: BrokerOrderId
  request: OrderRequest
  /** By the same table as our own orders (core's order-life.ts), seen from the broker's side. */
  state: OrderState
  filledQuantity: Quantity
  filledValuePaise: Paise
  trades: number
  /** The rest of an order that began to fill at the market's price goes on doing so. */
  takesMarketPrice: boolean
  text: string
  updatedMs: number
  /** Stops following the market and the end of the session. */
  stop: Cancel
  /** Its row in the book once it has ended, which no longer changes however often the book is read. */
  endedRow: BrokerOrder | null
}

type PaperHolding = { held: Position; readonly today: Mutable<BrokerPosition> }
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export type PaperAccount = {
  readonly cashPaise: Paise
  readonly orders: Map<string, PaperOrder>
  /** Orders that have not ended, resting stops included. */
  readonly open: Set<PaperOrder>
  readonly trades: BrokerFill[]
  readonly holdings: Map<string, PaperHolding>
  realisedPaise: Paise
  dayNumber: number
}

export function paperFunds(account: PaperAccount): BrokerFunds {
  let utilisedPaise = 0
  for (const { held } of account.holdings.values()) utilisedPaise += held.costPaise
  for (const { request, filledQuantity } of account.open) {
    utilisedPaise += openingValuePaise(account, { ...request, quantity: request.quantity - filledQuantity })
  }
  return { availablePaise: account.cashPaise + account.realisedPaise - utilisedPaise, utilisedPaise }
}

/** Margin of an order without leverage; only the opening part needs any. */
export function openingValuePaise(account: PaperAccount, { instrument, product, side, quantity, price }: OrderRequest) {
  const held = account.holdings.get(`${instrument.token}:${product}`)?.held.quantity ?? 0
  const closable = Math.max(0, side === 'SELL' ? held : -held)
  const paise =
    price.kind === 'MARKET' ? price.lastPaise : price.kind === 'LIMIT' ? price.limitPaise : price.triggerPaise
  return Math.max(0, quantity - closable) * paise
}

export function bookPaperFill(account: PaperAccount, request: OrderRequest, trade: BrokerFill): void {
  const { token } = request.instrument
  const key = `${token}:${request.product}`
  const nothing = { buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
  const holding = account.holdings.get(key) ?? { held: FLAT, today: { token, product: request.product, ...nothing } }
  account.holdings.set(key, holding)
  account.trades.push(trade)
  const before = holding.held.realisedPaise
  holding.held = applyFill(holding.held, trade)
  account.realisedPaise += holding.held.realisedPaise - before
  const valuePaise = trade.quantity * trade.pricePaise
  if (trade.side === 'BUY') {
    holding.today.buyQuantity += trade.quantity
    holding.today.buyValuePaise += valuePaise
  } else {
    holding.today.sellQuantity += trade.quantity
    holding.today.sellValuePaise += valuePaise
  }
}

/** Starts a new India day: yesterday's ended orders, trades and flat positions are removed from the books. */
export function rollPaperDay(account: PaperAccount, dayNumber: number): void {
  if (account.dayNumber === dayNumber) return
  account.dayNumber = dayNumber
  account.trades.length = 0
  for (const [id, order] of account.orders) if (!account.open.has(order)) account.orders.delete(id)
  for (const [key, { held }] of account.holdings) if (held.quantity === 0) account.holdings.delete(key)
}
