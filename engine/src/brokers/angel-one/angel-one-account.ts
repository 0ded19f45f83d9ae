import type { Broker, OrderOutcome, OrderRequest, TickStream } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Randomness } from '../../ports/randomness.ts'
import type { Timers } from '../../ports/timers.ts'
import { checkRequest } from '../check-request.ts'
import {
  type AngelOneContext,
  type BrokerCredentials,
  type Machine,
  UNNAMED_MACHINE,
} from './session/angel-one-context.ts'
import { angelOneTicks } from './streams/angel-one-ticks.ts'
import { type RequestContext, askFor, askToAct } from './requests/ask.ts'
import type { Priority } from '@trading-bot/core/rate-limit/rate-limiter'
import { RATE_LIMITS } from './requests/rate-limits.ts'
import type { HttpWire } from './requests/http-wire.ts'
import type { ConnectionSetup } from './streams/keep-connected.ts'
import type { Session, TotpWindows } from './session/log-in.ts'
import { logInGate, type LogInGateSetup } from './session/log-in-gate.ts'
import { cancelOf, changeOf, ticketOf } from './books/order-ticket.ts'
import { requestRateLimiter } from './requests/request-rate-limiter.ts'
import { readFunds, readOrderBook, readPositions, readTradeBook } from './books/read-books.ts'
import { readCandles } from './books/read-candles.ts'
import { readLastPrices } from './books/read-last-prices.ts'
import { sessionCache } from './session/session-cache.ts'
import { NO_SESSION_STORE, type SessionStore } from './session/session-store.ts'
import type { SocketWire } from './streams/socket-wire.ts'
import { type TotpCheck, totpCheck } from './session/totp-check.ts'
import { watchOrderUpdates } from './streams/watch-order-updates.ts'

export type AngelOneSetup = {
  readonly credentials: BrokerCredentials
  /** `https://apiconnect.angelone.in`, or the simulated exchange. */
  readonly restUrl: string
  readonly orderUpdatesUrl: string
  readonly feedUrl: string
  readonly machine?: Machine
  readonly registeredAddress?: string
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly wire: HttpWire
  readonly sockets: SocketWire
  /** Shared by all log-ins of this process. */
  readonly usedTotpWindows: TotpWindows
  readonly totp?: TotpCheck
  readonly sessionStore?: SessionStore
} & Pick<LogInGateSetup, 'rejection' | 'rejectsTotp' | 'onLogIn'>

export type AngelOneAccount = {
  readonly broker: Broker
  /** Prices through this account's session. */
  readonly ticks: TickStream
}

/** Implements the broker port for one Angel One account. */
export function angelOneAccount(setup: AngelOneSetup): AngelOneAccount {
  const { clock, timers } = setup
  const context: AngelOneContext = {
    ...setup,
    machine: setup.machine ?? UNNAMED_MACHINE,
    rateLimiter: requestRateLimiter({ clock, timers, limits: RATE_LIMITS }),
  }
  const { clientCode } = setup.credentials
  const gate = logInGate({ ...setup, clientCode, totp: setup.totp ?? totpCheck(clock) })
  const sessions = sessionCache({
    context,
    usedWindows: setup.usedTotpWindows,
    gate,
    store: setup.sessionStore ?? NO_SESSION_STORE,
  })
  const asking: RequestContext = { context, sessions }
  const connection = { ...setup, sessions, headersOf: (session: Session) => socketHeaders(setup.credentials, session) }
  return {
    broker: brokerOf(asking, { ...connection, url: setup.orderUpdatesUrl }),
    ticks: angelOneTicks({ ...connection, url: setup.feedUrl }),
  }
}

function brokerOf(asking: RequestContext, updates: ConnectionSetup): Broker {
  const { sessions, context } = asking
  return {
    async logIn() {
      sessions.forgive()
      const opened = await sessions.current()
      return opened.kind === 'session' ? { kind: 'accepted' } : opened
    },
    place: (request) =>
      guarded(request, () =>
        askToAct(asking, { endpoint: 'place', body: ticketOf(request), priority: priorityOf(request) }),
      ),
    modify: (order, change) =>
      guarded({ ...order.request, ...change }, () =>
        askToAct(asking, { endpoint: 'modify', body: changeOf(order, change), priority: priorityOf(order.request) }),
      ),
    cancel: (order) => askToAct(asking, { endpoint: 'cancel', body: cancelOf(order), priority: 'HIGH' }),
    orderBook: () => askFor(asking, { endpoint: 'orderBook' }, readOrderBook),
    tradeBook: () => askFor(asking, { endpoint: 'tradeBook' }, (data) => readTradeBook(data, context.clock.nowMs())),
    positions: () => askFor(asking, { endpoint: 'positions' }, readPositions),
    funds: () => askFor(asking, { endpoint: 'funds' }, readFunds),
    candles: (instrument, range) => readCandles(asking, instrument, range),
    lastPrices: (instruments) => readLastPrices(asking, instruments),
    watchOrders: (listener) => watchOrderUpdates(updates, listener),
  }
}

function socketHeaders({ apiKey, clientCode }: BrokerCredentials, session: Session): Record<string, string> {
  return {
    Authorization: `Bearer ${session.jwtToken}`,
    'x-api-key': apiKey,
    'x-client-code': clientCode,
    'x-feed-token': session.feedToken,
  }
}

function priorityOf({ purpose }: OrderRequest): Priority {
  return purpose === 'ENTRY' ? 'NORMAL' : 'HIGH'
}

async function guarded(request: OrderRequest, send: () => Promise<OrderOutcome>): Promise<OrderOutcome> {
  const refusal = checkRequest(request)
  return refusal ? { ...refusal, isRetryable: false } : send()
}
