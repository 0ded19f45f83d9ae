import type { BrokerOrderId, ClientId, Paise } from '@trading-bot/core/units'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Answer, Broker, BrokerFill, OrderChange, OrderOutcome, OrderRequest } from '../../ports.ts'
import { checkRequest } from '../check-request.ts'
import {
  bookPaperFill,
  openingValuePaise,
  type PaperAccount,
  paperFunds,
  type PaperOrder,
  rollPaperDay,
} from './paper-account.ts'
import { booked, changePaperOrder, endPaperOrder, openPaperOrder, type PaperContext, tryFill } from './paper-order.ts'

export type PaperSetup = Omit<PaperContext, 'account' | 'listeners'> & {
  readonly cashPaise: Paise
  /** Orders of earlier processes, oldest first. */
  readonly before?: readonly PaperPast[]
}

/** An order of an earlier process with its trades. */
export type PaperPast = {
  readonly request: OrderRequest
  readonly brokerOrderId: BrokerOrderId
  readonly trades: readonly BrokerFill[]
  readonly isWorking: boolean
}

/** Paper trading: real prices, simulated money, orders filled by the fill model. */
export function paperBroker(setup: PaperSetup): Broker {
  const account: PaperAccount = {
    cashPaise: setup.cashPaise,
    orders: new Map(),
    open: new Set(),
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
      Promise.resolve(withOpen(context, brokerOrderId, (order) => modifyPaper(context, order, change))),
    cancel: ({ brokerOrderId }) =>
      Promise.resolve(
        withOpen(context, brokerOrderId, (order) => {
          endPaperOrder(context, order, 'seenCancelled', '')
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
  const { account, clock, market } = context
  rollPaperDay(account, indiaDayNumber(clock.nowMs()))
  const refusal = checkRequest(request)
  if (refusal) return { ...refusal, isRetryable: false }
  const openUntilMs = market.openUntilMs(request.instrument.token)
  if (openUntilMs === null) return refuse('MARKET_CLOSED', 'The market is closed, or does not trade this symbol.')
  if (openingValuePaise(account, request) > paperFunds(account).availablePaise) {
    return refuse('INSUFFICIENT_FUNDS', 'There is not enough paper money for this order.')
  }
  const brokerOrderId = freeId(account, request.clientId)
  arrive(context, openPaperOrder(context, { request, brokerOrderId, openUntilMs, trades: [] }))
  return { kind: 'acknowledged', brokerOrderId }
}

function restoreOrder(context: PaperContext, { request, brokerOrderId, trades, isWorking }: PaperPast): void {
  for (const trade of trades) bookPaperFill(context.account, request, trade)
  if (!isWorking) return
  // If the session has ended meanwhile, the order is cancelled as it would have been then.
  const openUntilMs = context.market.openUntilMs(request.instrument.token) ?? 0
  arrive(context, openPaperOrder(context, { request, brokerOrderId, openUntilMs, trades }))
}

function modifyPaper(context: PaperContext, order: PaperOrder, change: OrderChange): OrderOutcome {
  // A change is a decision of its own, made now unless it says otherwise.
  const request = { ...order.request, decidedAtMs: context.clock.nowMs(), ...change }
  const refusal = checkRequest(request)
  if (refusal) return { ...refusal, isRetryable: false }
  if (request.quantity <= order.filledQuantity) {
    return refuse('QUANTITY_INVALID', 'The quantity must be larger than what is already filled.')
  }
  changePaperOrder(context, order, request)
  arrive(context, order)
  return { kind: 'acknowledged', brokerOrderId: order.brokerOrderId }
}

/** An order is never filled before it is acknowledged. */
function arrive(context: PaperContext, order: PaperOrder): void {
  context.timers.after(0, () => tryFill(context, order, true))
}

/** A repeated client id is a second order, as at a real broker. */
function freeId({ orders }: PaperAccount, clientId: ClientId): string {
  let id = `paper-${clientId}`
  for (let copy = 2; orders.has(id); copy++) id = `paper-${clientId}-${copy}`
  return id
}

function withOpen(
  { account }: PaperContext,
  brokerOrderId: BrokerOrderId,
  act: (order: PaperOrder) => OrderOutcome,
): OrderOutcome {
  const order = account.orders.get(brokerOrderId)
  if (!order) return refuse('ORDER_UNKNOWN', 'There is no such paper order.')
  return account.open.has(order) ? act(order) : refuse('ORDER_ENDED', 'The order has already ended.')
}

function refuse(code: string, sentence: string): OrderOutcome {
  return { kind: 'rejected', code, sentence, isRetryable: false }
}
