import type { Broker, OrderOutcome, OrderRequest, TickStream } from '../../ports.ts'
import type { Clock } from '../../seams/clock.ts'
import type { Randomness } from '../../seams/randomness.ts'
import type { Timers } from '../../seams/timers.ts'
import { checkRequest } from '../check-request.ts'
import { type AngelOneDesk, type BrokerCredentials, type Machine, UNNAMED_MACHINE } from './angel-one-desk.ts'
import { angelOneTicks } from './angel-one-ticks.ts'
import { type AskingDesk, askFor, askToAct } from './ask.ts'
import type { Priority } from './call-budget.ts'
import { RATE_LIMITS } from './ceilings.ts'
import type { HttpWire } from './http-wire.ts'
import type { ConnectionSetup } from './keep-connected.ts'
import type { Session, TotpWindows } from './log-in.ts'
import { logInGate, type LogInGateSetup } from './log-in-gate.ts'
import { cancelOf, changeOf, ticketOf } from './order-ticket.ts'
import { requestRateLimiter } from './pace-calls.ts'
import { readFunds, readOrderBook, readPositions, readTradeBook } from './read-books.ts'
import { readCandles } from './read-candles.ts'
import { readLastPrices } from './read-last-prices.ts'
import { sessionKeeper } from './session-keeper.ts'
import type { SocketWire } from './socket-wire.ts'
import { type TotpCheck, totpCheck } from './totp-check.ts'
import { watchOrderUpdates } from './watch-order-updates.ts'

export type AngelOneSetup = {
  readonly credentials: BrokerCredentials
  /** `https://apiconnect.angelone.in`, or the simulated exchange. */
  readonly restUrl: string
  readonly orderUpdatesUrl: string
  readonly feedUrl: string
  readonly machine?: Machine
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly wire: HttpWire
  readonly sockets: SocketWire
  /** Shared by everything that logs in from this process. */
  readonly usedTotpWindows: TotpWindows
  readonly totp?: TotpCheck
} & Pick<LogInGateSetup, 'rejection' | 'rejectsTotp' | 'onLogIn'>

export type AngelOneAccount = {
  readonly broker: Broker
  /** Prices over this account's session. */
  readonly ticks: TickStream
}

/** One Angel One account behind the ports. */
export function angelOneAccount(setup: AngelOneSetup): AngelOneAccount {
  const { clock, timers } = setup
  const desk: AngelOneDesk = {
    ...setup,
    machine: setup.machine ?? UNNAMED_MACHINE,
    rateLimiter: requestRateLimiter({ clock, timers, limits: RATE_LIMITS }),
  }
  const { clientCode } = setup.credentials
  const gate = logInGate({ ...setup, clientCode, totp: setup.totp ?? totpCheck(clock) })
  const sessions = sessionKeeper(desk, setup.usedTotpWindows, gate)
  const asking: AskingDesk = { desk, sessions }
  const connection = { ...setup, sessions, headersOf: (session: Session) => socketHeaders(setup.credentials, session) }
  return {
    broker: brokerOf(asking, { ...connection, url: setup.orderUpdatesUrl }),
    ticks: angelOneTicks({ ...connection, url: setup.feedUrl }),
  }
}

function brokerOf(asking: AskingDesk, updates: ConnectionSetup): Broker {
  const { sessions, desk } = asking
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
    tradeBook: () => askFor(asking, { endpoint: 'tradeBook' }, (data) => readTradeBook(data, desk.clock.nowMs())),
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
