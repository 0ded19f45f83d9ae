import type { RateLimitName } from './rate-limits.ts'
import type { CallKind } from './verdict-table.ts'

export type EndpointName = keyof typeof ENDPOINTS

type Endpoint = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly kind: CallKind
  readonly limit: RateLimitName
}

const AUTH = '/rest/auth/angelbroking'
const SECURE = '/rest/secure/angelbroking'

export const ENDPOINTS = {
  logIn: post(`${AUTH}/user/v1/loginByPassword`, 'LOG_IN', 'logIn'),
  refresh: post(`${AUTH}/jwt/v1/generateTokens`, 'LOG_IN', 'tokens'),
  place: post(`${SECURE}/order/v1/placeOrder`, 'ORDER', 'orders'),
  modify: post(`${SECURE}/order/v1/modifyOrder`, 'ORDER', 'orders'),
  cancel: post(`${SECURE}/order/v1/cancelOrder`, 'ORDER', 'orders'),
  orderBook: get(`${SECURE}/order/v1/getOrderBook`, 'orderBook'),
  tradeBook: get(`${SECURE}/order/v1/getTradeBook`, 'tradeBook'),
  positions: get(`${SECURE}/order/v1/getPosition`, 'positions'),
  funds: get(`${SECURE}/user/v1/getRMS`, 'funds'),
  candles: post(`${SECURE}/historical/v1/getCandleData`, 'READ', 'candles'),
  quote: post(`${SECURE}/market/v1/quote`, 'READ', 'quote'),
} as const satisfies Record<string, Endpoint>

function get(path: string, limit: RateLimitName): Endpoint {
  return { method: 'GET', path, kind: 'READ', limit }
}

function post(path: string, kind: CallKind, limit: RateLimitName): Endpoint {
  return { method: 'POST', path, kind, limit }
}
