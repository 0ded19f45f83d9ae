import { convertPosition } from '../../accounts/convert-position.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import type { OrderBook } from '../../state/order-book.ts'
import { numberOf, textOf } from '../format/body-fields.ts'
import { indiaStamp } from '../format/india-stamp.ts'
import { productOf } from './parse-ticket.ts'
import { presentFunds, presentHolding, presentPosition } from './present-portfolio.ts'
import type { Endpoint, RestCall } from './rest-call.ts'
import type { WireSession } from '../session/sessions.ts'

const SECURE = '/rest/secure/angelbroking'

export const ACCOUNT_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/rest/auth/angelbroking/jwt/v1/generateTokens': { method: 'POST', limit: 'tokens', answer: generateTokens },
  [`${SECURE}/user/v1/getProfile`]: { method: 'GET', limit: 'profile', answer: profile },
  [`${SECURE}/user/v1/logout`]: { method: 'POST', limit: 'logout', answer: logOut },
  [`${SECURE}/user/v1/getRMS`]: { method: 'GET', limit: 'funds', answer: funds },
  [`${SECURE}/order/v1/getPosition`]: { method: 'GET', limit: 'positions', answer: positions },
  [`${SECURE}/order/v1/convertPosition`]: { method: 'POST', limit: 'conversion', answer: convert },
  [`${SECURE}/portfolio/v1/getHolding`]: { method: 'GET', limit: 'holdings', answer: holdings },
  [`${SECURE}/portfolio/v1/getAllHolding`]: { method: 'GET', limit: 'allHoldings', answer: allHoldings },
}

export function tokensOf({ jwtToken, refreshToken, feedToken }: WireSession) {
  return { jwtToken, refreshToken, feedToken }
}

function generateTokens({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  const refreshed = wire.sessions.refresh(session, textOf(body, 'refreshToken'))
  return refreshed.ok ? { ok: true, value: tokensOf(refreshed.value) } : refreshed
}

function profile({ wire, session }: RestCall): ExchangeAnswer<unknown> {
  const value = {
    clientcode: session.account.clientCode,
    name: session.account.name,
    email: '',
    mobileno: '',
    exchanges: ['NSE', 'BSE'],
    products: ['DELIVERY', 'INTRADAY', 'MARGIN'],
    lastlogintime: indiaStamp(wire.exchange.clock.nowMs()),
    brokerid: 'B2C',
  }
  return { ok: true, value }
}

function logOut({ wire, session }: RestCall): ExchangeAnswer<unknown> {
  wire.sessions.logOut(session.account.clientCode)
  return { ok: true, value: '' }
}

function funds({ wire, session }: RestCall): ExchangeAnswer<unknown> {
  return { ok: true, value: presentFunds(session.account, wire.exchange.rules) }
}

function positions({ wire, session }: RestCall): ExchangeAnswer<unknown> {
  const items = [...session.account.positions.values()].map((position) =>
    presentPosition(position, quoteOf(wire.exchange.books, position.instrument.token)),
  )
  return { ok: true, value: items.length === 0 ? null : items }
}

function convert({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  const from = productOf(textOf(body, 'oldproducttype'))
  const to = productOf(textOf(body, 'newproducttype'))
  const side = textOf(body, 'transactiontype')
  if (!from || !to) return refuseWith('AB1012')
  if (side !== 'BUY' && side !== 'SELL') return refuseWith('AB1017')
  const conversion = {
    token: textOf(body, 'symboltoken'),
    side,
    from,
    to,
    quantity: numberOf(body, 'quantity'),
  } as const
  return convertPosition(wire.exchange, session.account, conversion)
}

function holdings(call: RestCall): ExchangeAnswer<unknown> {
  const items = holdingItems(call)
  return { ok: true, value: items.length === 0 ? null : items }
}

function allHoldings(call: RestCall): ExchangeAnswer<unknown> {
  const items = holdingItems(call)
  const sum = (of: (item: (typeof items)[number]) => number) => items.reduce((total, item) => total + of(item), 0)
  const invested = sum((item) => item.averageprice * item.quantity)
  const profit = sum((item) => item.profitandloss)
  const totalholding = {
    totalholdingvalue: sum((item) => item.ltp * item.quantity),
    totalinvvalue: invested,
    totalprofitandloss: profit,
    totalpnlpercentage: invested === 0 ? 0 : Math.round((profit / invested) * 10_000) / 100,
  }
  return { ok: true, value: { holdings: items, totalholding } }
}

function holdingItems({ wire, session }: RestCall) {
  return [...session.account.holdings.values()].map((holding) =>
    presentHolding(holding, quoteOf(wire.exchange.books, holding.instrument.token)),
  )
}

function quoteOf(books: ReadonlyMap<string, OrderBook>, token: string) {
  return (books.get(token) as OrderBook).quote
}
