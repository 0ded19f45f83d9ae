import type { FillModel } from '@trading-bot/core/fills/fill-model'
import { indiaDayNumber } from '@trading-bot/core/time'
import type {
  Answer,
  BrokerOrder,
  BrokerFill,
  Broker,
  OrderChange,
  OrderListener,
  OrderOutcome,
  OrderRequest,
} from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Timers } from '../../ports/timers.ts'
import { checkRequest } from '../check-request.ts'
import {
  bookPaperFill,
  openingValuePaise,
  type PaperAccount,
  paperFunds,
  type PaperOrder,
  rollPaperDay,
} from './paper-account.ts'
import { paperFillPrice } from './paper-fill-price.ts'
import type { PaperMarket } from './paper-market.ts'

export type PaperSetup = {
  readonly cashPaise: number
  readonly market: PaperMarket
  readonly fillModel: FillModel
  readonly clock: Clock
  readonly timers: Timers
  /** Orders of earlier processes, oldest first. */
  readonly before?: readonly PaperPast[]
}

/** An order of an earlier process with its trades. */
export type PaperPast = {
  readonly request: OrderRequest
  readonly brokerOrderId: string
  readonly trades: readonly BrokerFill[]
  readonly isWorking: boolean
}

type PaperContext = PaperSetup & {
  readonly account: PaperAccount
  readonly listeners: Set<OrderListener>
}

/** Paper trading: real prices, simulated money, orders filled completely by the fill model. */
export function paperBroker(setup: PaperSetup): Broker {
  const account: PaperAccount = {
    cashPaise: setup.cashPaise,
    orders: new Map(),
    working: new Set(),
    trades: [],
    holdings: new Map(),
    realisedPaise: 0,
    dayNumber: indiaDayNumber(setup.clock.nowMs()),
  }
  const context: PaperContext = { ...setup, account, listeners: new Set() }
  for (const past of setup.before ?? []) restoreOrder(context, past)
  return {
    ...readsOf(context),
    logIn: () => Promise.resolve({ kind: 'accepted' }),
    place: (request) => Promise.resolve(placePaper(context, request)),
    modify: ({ brokerOrderId }, change) =>
      Promise.resolve(withWorking(context, brokerOrderId, (order) => modifyPaper(context, order, change))),
    cancel: ({ brokerOrderId }) =>
      Promise.resolve(
        withWorking(context, brokerOrderId, (order) => {
          endOrder(context, order, 'CANCELLED', '')
          return { kind: 'acknowledged', brokerOrderId }
        }),
      ),
    watchOrders: (listener) => {
      context.listeners.add(listener)
      return () => void context.listeners.delete(listener)
    },
  }
}

type Reads = Pick<Broker, 'orderBook' | 'tradeBook' | 'positions' | 'funds' | 'candles' | 'lastPrices'>

function readsOf({ account, clock, market }: PaperContext): Reads {
  const today = <T>(read: () => T): Promise<Answer<T>> => {
    rollPaperDay(account, indiaDayNumber(clock.nowMs()))
    return Promise.resolve({ kind: 'answered', value: read() })
  }
  return {
    orderBook: () => today(() => [...account.orders.values()].map(booked)),
    tradeBook: () => today(() => [...account.trades]),
    positions: () => today(() => [...account.holdings.values()].map((holding) => ({ ...holding.today }))),
    funds: () => today(() => paperFunds(account)),
    candles: (instrument, range) => {
      const bars = market.candles(instrument, range)
      if (bars) return Promise.resolve({ kind: 'answered', value: bars })
      const sentence = 'There are no prices of this symbol.'
      return Promise.resolve({ kind: 'refused', code: 'SYMBOL_UNKNOWN', sentence })
    },
    lastPrices: (instruments) =>
      today(() => {
        const quotes = instruments.map(({ token }) => [token, market.quoteOf(token)?.lastPaise] as const)
        return new Map(quotes.filter((quote): quote is [string, number] => quote[1] !== undefined))
      }),
  }
}

function placePaper(context: PaperContext, request: OrderRequest): OrderOutcome {
  const { account, clock, timers, market } = context
  const nowMs = clock.nowMs()
  rollPaperDay(account, indiaDayNumber(nowMs))
  const refusal = checkRequest(request)
  if (refusal) return { ...refusal, isRetryable: false }
  const openUntilMs = market.openUntilMs(request.instrument.token)
  if (openUntilMs === null) return refuse('MARKET_CLOSED', 'The market is closed, or does not trade this symbol.')
  if (openingValuePaise(account, request) > paperFunds(account).availablePaise) {
    return refuse('INSUFFICIENT_FUNDS', 'There is not enough paper money for this order.')
  }
  const brokerOrderId = freeId(account, request.clientId)
  const order = startWork(context, request, brokerOrderId, openUntilMs)
  // An order is never filled before it is acknowledged.
  timers.after(0, () => tryFill(context, order, true))
  return { kind: 'acknowledged', brokerOrderId }
}

function startWork(
  context: PaperContext,
  request: OrderRequest,
  brokerOrderId: string,
  openUntilMs: number,
): PaperOrder {
  const { account, clock, timers, market } = context
  const nowMs = clock.nowMs()
  const order: PaperOrder = {
    brokerOrderId,
    dayNumber: indiaDayNumber(nowMs),
    request,
    state: 'WORKING',
    pricePaise: 0,
    text: '',
    updatedMs: nowMs,
    stopExpiry: timers.after(openUntilMs - nowMs, () =>
      endOrder(context, order, 'CANCELLED', 'The session has ended.'),
    ),
    // Thousands of accounts share the market, so each order subscribes to its own instrument only.
    stopTape: market.onTrade(request.instrument.token, () => tryFill(context, order, false)),
  }
  account.orders.set(brokerOrderId, order)
  account.working.add(order)
  return order
}

function restoreOrder(context: PaperContext, { request, brokerOrderId, trades, isWorking }: PaperPast): void {
  for (const trade of trades) bookPaperFill(context.account, request, trade)
  if (!isWorking) return
  // If the session has ended meanwhile, the order is cancelled as it would have been then.
  const order = startWork(context, request, brokerOrderId, context.market.openUntilMs(request.instrument.token) ?? 0)
  context.timers.after(0, () => tryFill(context, order, true))
}

function modifyPaper(context: PaperContext, order: PaperOrder, change: OrderChange): OrderOutcome {
  const request = { ...order.request, ...change }
  const refusal = checkRequest(request)
  if (refusal) return { ...refusal, isRetryable: false }
  order.request = request
  announce(context, order)
  context.timers.after(0, () => tryFill(context, order, true))
  return { kind: 'acknowledged', brokerOrderId: order.brokerOrderId }
}

/** A repeated client id is a second order, as at a real broker. */
function freeId({ orders }: PaperAccount, clientId: string): string {
  let id = `paper-${clientId}`
  for (let copy = 2; orders.has(id); copy++) id = `paper-${clientId}-${copy}`
  return id
}

function tryFill(context: PaperContext, order: PaperOrder, isArrival: boolean): void {
  const { account, market, fillModel, clock } = context
  const { request, brokerOrderId } = order
  const quote = market.quoteOf(request.instrument.token)
  if (order.state !== 'WORKING' || !quote) return
  const pricePaise = paperFillPrice(request, { quote, isArrival }, fillModel)
  if (pricePaise === null) return
  const { side, quantity } = request
  const tradeId = `${brokerOrderId}-1`
  bookPaperFill(account, request, { tradeId, brokerOrderId, side, quantity, pricePaise, atMs: clock.nowMs() })
  order.pricePaise = pricePaise
  endOrder(context, order, 'COMPLETE', '')
}

function endOrder(context: PaperContext, order: PaperOrder, state: 'COMPLETE' | 'CANCELLED', text: string): void {
  if (order.state !== 'WORKING') return
  order.stopExpiry()
  order.stopTape()
  order.state = state
  order.text = text
  context.account.working.delete(order)
  announce(context, order)
}

function announce({ listeners, clock }: PaperContext, order: PaperOrder): void {
  order.updatedMs = clock.nowMs()
  for (const { onOrder } of listeners) onOrder(booked(order))
}

function withWorking(
  { account }: PaperContext,
  brokerOrderId: string,
  act: (order: PaperOrder) => OrderOutcome,
): OrderOutcome {
  const order = account.orders.get(brokerOrderId)
  if (!order) return refuse('ORDER_UNKNOWN', 'There is no such paper order.')
  return order.state === 'WORKING' ? act(order) : refuse('ORDER_ENDED', 'The order has already ended.')
}

function booked({ brokerOrderId, request, state, pricePaise, text, updatedMs }: PaperOrder): BrokerOrder {
  const { clientId, instrument, side, quantity } = request
  const filledQuantity = state === 'COMPLETE' ? quantity : 0
  const shared = { brokerOrderId, clientId, token: instrument.token, side, quantity, state, text, updatedMs }
  return { ...shared, filledQuantity, averagePaise: pricePaise }
}

function refuse(code: string, sentence: string): OrderOutcome {
  return { kind: 'refused', code, sentence, isRetryable: false }
}
