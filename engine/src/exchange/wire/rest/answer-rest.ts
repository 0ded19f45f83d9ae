import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange } from '../../state/exchange.ts'
import { bseListingOf, type Segment, segmentOf, tickerOf } from '../../market/bse-listings.ts'
import type { OrderBook } from '../../state/order-book.ts'
import { ACCOUNT_ENDPOINTS, tokensOf } from './account-endpoints.ts'
import { asBody, type Body, textOf } from '../format/body-fields.ts'
import { DERIVATIVE_ENDPOINTS } from './derivative-endpoints.ts'
import { EDIS_ENDPOINTS } from './edis-endpoints.ts'
import { fail, failAtGateway, succeed, type WireReply } from '../format/envelope.ts'
import { ESTIMATE_ENDPOINTS } from './estimate-endpoints.ts'
import { GTT_ENDPOINTS } from './gtt-endpoints.ts'
import { MARKET_ENDPOINTS } from './market-endpoints.ts'
import { ORDER_ENDPOINTS } from './order-endpoints.ts'
import type { Wire } from '../session/wire.ts'
import type { Endpoint } from './rest-call.ts'

export const MASTER_PATH = '/OpenAPI_File/files/OpenAPIScripMaster.json'
const LOGIN_PATH = '/rest/auth/angelbroking/user/v1/loginByPassword'
const DETAILS_PATH = '/rest/secure/angelbroking/order/v1/details'
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...ACCOUNT_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...MARKET_ENDPOINTS,
  ...ESTIMATE_ENDPOINTS,
  ...GTT_ENDPOINTS,
  ...DERIVATIVE_ENDPOINTS,
  ...EDIS_ENDPOINTS,
}
const TOO_FAST: WireReply = { status: 403, body: 'Access denied because of exceeding access rate' }
const NOT_FOUND: WireReply = { status: 404, body: 'Not Found' }

export type RestRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
  /** The raw body; empty for a GET. */
  readonly text: string
}

/** Answers one request as the real API does: gateway checks first, then the rate limit, then the service. */
export function answerRest(wire: Wire, request: RestRequest): WireReply {
  // The official Python client asks for rules under the name of their service.
  const path = request.path.replace(/\/$/, '').replace(/^\/gtt-service(?=\/rest\/)/, '')
  if (path === MASTER_PATH && request.method === 'GET') return { status: 200, body: presentMaster(wire.exchange) }
  const isLogin = path === LOGIN_PATH
  const { endpoint, tail } = findEndpoint(path)
  if (!isLogin && !endpoint) return NOT_FOUND
  if (request.method !== (isLogin ? 'POST' : endpoint?.method)) return { status: 405, body: 'Method Not Allowed' }
  if (request.headers['x-usertype'] !== 'USER') return failAtGateway('AB1005')
  const body = readBody(request.text)
  if (!body) return failAtGateway('AB1004', 400)
  const apiKey = String(request.headers['x-privatekey'] ?? '')
  return endpoint ? answerSecure(wire, request, { endpoint, tail, body, apiKey }) : answerLogin(wire, apiKey, body)
}

function presentMaster(exchange: Exchange) {
  return [...exchange.books.values()].flatMap((book) => {
    const { token, symbol } = book.quote.instrument
    if (segmentOf(token) === 'BSE') return []
    const atBse = bseListingOf(book)
    return [
      presentInstrument(book, { token, symbol, segment: 'NSE' }),
      ...(atBse ? [presentInstrument(book, { ...atBse, segment: 'BSE' })] : []),
    ]
  })
}

/** A row of the instrument master: all values are strings, the tick size is in paise. */
function presentInstrument(book: OrderBook, listing: { token: string; symbol: string; segment: Segment }) {
  const { instrument } = book.quote
  return {
    token: listing.token,
    symbol: listing.symbol,
    name: book.isIndex ? instrument.name : tickerOf(instrument.symbol),
    expiry: '',
    strike: '-1.000000',
    lotsize: String(instrument.lotSize),
    instrumenttype: book.isIndex ? 'AMXIDX' : '',
    exch_seg: listing.segment,
    tick_size: instrument.tickPaise.toFixed(6),
  }
}

function findEndpoint(path: string): { readonly endpoint: Endpoint | undefined; readonly tail: string } {
  if (path.startsWith(`${DETAILS_PATH}/`)) {
    return { endpoint: ENDPOINTS[DETAILS_PATH], tail: path.slice(DETAILS_PATH.length + 1) }
  }
  return { endpoint: Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined, tail: '' }
}

function readBody(text: string): Body | null {
  if (text === '') return {}
  try {
    return asBody(JSON.parse(text))
  } catch {
    return null
  }
}

function answerLogin(wire: Wire, apiKey: string, body: Body): WireReply {
  const login = { clientCode: textOf(body, 'clientcode'), mpin: textOf(body, 'password'), totp: textOf(body, 'totp') }
  // Unknown client codes share one rate limit, so that guessing them uses no memory.
  const budget = wire.exchange.accounts.has(login.clientCode) ? login.clientCode : ''
  if (!wire.limits.admit('login', budget)) return TOO_FAST
  const opened = wire.sessions.logIn(apiKey, login)
  if (!opened.ok) return opened.code === 'AG8004' ? failAtGateway('AG8004') : fail(opened)
  return succeed({ ...tokensOf(opened.value), state: textOf(body, 'state') })
}

type SecureCall = {
  readonly endpoint: Endpoint
  readonly tail: string
  readonly body: Body
  readonly apiKey: string
}

function answerSecure(wire: Wire, request: RestRequest, { endpoint, tail, body, apiKey }: SecureCall): WireReply {
  const session = wire.sessions.find(request.headers.authorization)
  if (!session.ok) return failAtGateway(session.code)
  const { account } = session.value
  if (account.apiKey !== apiKey) return failAtGateway('AG8004')
  if (endpoint.isOrder && account.orderAddresses && !account.orderAddresses.includes(request.address)) {
    return failAtGateway('AG7002')
  }
  if (!wire.limits.admit(endpoint.limit, account.clientCode)) return TOO_FAST
  const answer = endpoint.answer({ wire, session: session.value, body, tail })
  return answer.ok ? succeed(answer.value) : fail(answer)
}
