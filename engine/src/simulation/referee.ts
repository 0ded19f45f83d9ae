import type { BrokerOrderId, ClientId, Token } from '@trading-bot/core/units'
import { createHash } from 'node:crypto'
import type { Session } from '@trading-bot/core/calendar/market-calendar'
import { SECOND_MS } from '@trading-bot/core/time'
import { isEnded, isOverRow, type LiveOrder, slicingOf } from '@trading-bot/core/trading/account/state/live-order'
import type { Exchange } from '../exchange/state/exchange.ts'
import type { Broker, BrokerOrder, OrderPrice, OrderRequest, PlacedOrder } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { MemoryRows } from './memory-rows.ts'
import { type PriceJudge, priceJudge } from './price-judge.ts'

export type Referee = {
  readonly violations: string[]
  /** Wraps the broker behind the faults, to see what really reaches it. */
  readonly watchTruth: (accountId: string, broker: Broker, onPlace: (request: OrderRequest) => void) => Broker
  /** Wraps the broker in front of the faults, to see what the engine sends. */
  readonly watchCalls: (accountId: string, broker: Broker) => Broker
  /** A call goes out under this fence of the account's shard. */
  readonly noteSend: (accountId: string, fence: number) => void
  readonly noteSwitch: (key: string) => void
  readonly clearSwitches: () => void
  readonly violate: (what: string) => void
  readonly note: (text: string) => void
  readonly digest: () => string
}

type Setup = {
  readonly clock: Clock
  readonly rows: MemoryRows
  readonly exchange: Exchange
  readonly sessionAt: (token: Token, atMs: number) => Session | null
}

const MOST_A_SECOND = 9

type Case = Setup & {
  readonly violate: (what: string) => void
  readonly callTimes: Map<string, number[]>
  readonly switchedAtMs: Map<string, number>
  /** Orders that are over at the broker itself. */
  readonly ended: Set<BrokerOrderId | ClientId>
  readonly prices: PriceJudge
}

/** Checks every call as it happens; a violation is a fault of the engine, never of the broker. */
export function referee(setup: Setup): Referee {
  const { clock } = setup
  const violations: string[] = []
  const print = createHash('sha256')
  const placed = new Map<string, string>()
  const switchedAtMs = new Map<string, number>()
  const fences = new Map<string, number>()
  const violate = (what: string) => void violations.push(`${clock.nowMs()}: ${what}`)
  const note = (text: string) => void print.update(`${clock.nowMs()} ${text}\n`)
  const prices = priceJudge(setup.exchange, setup.rows, violate)
  const watched: Case = { ...setup, violate, callTimes: new Map(), switchedAtMs, ended: new Set(), prices }
  return {
    violations,
    violate,
    note,
    digest: () => print.copy().digest('hex'),
    clearSwitches: () => switchedAtMs.clear(),
    noteSend: (accountId, fence) => {
      const newest = fences.get(accountId) ?? -1
      if (fence < newest) violate(`a call of ${accountId} left under the fence ${fence} after one under ${newest}`)
      fences.set(accountId, Math.max(fence, newest))
    },
    noteSwitch: (key) => void switchedAtMs.set(key, clock.nowMs()),
    watchTruth: (accountId, broker, onPlace) => {
      broker.watchOrders({ onOrder: (row) => noteEnded(watched, row), onGap: () => {} })
      return {
        ...broker,
        place(request) {
          onPlace(request)
          if (placed.has(request.clientId)) violate(`${request.clientId} reached the broker twice`)
          placed.set(request.clientId, accountId)
          note(`placed ${request.clientId} ${request.side} ${request.quantity}`)
          return broker.place(request)
        },
      }
    },
    watchCalls: (accountId, broker) => checkingCalls(watched, accountId, broker, note),
  }
}

function checkingCalls(watched: Case, accountId: string, broker: Broker, note: (text: string) => void): Broker {
  const { rows, violate } = watched
  return {
    ...broker,
    place(request) {
      checkSend(watched, accountId, request)
      checkRate(watched, accountId)
      note(`send ${request.clientId}`)
      return broker.place(request)
    },
    modify(order, change) {
      checkChange(watched, order, 'MODIFYING')
      if (rowOf(rows, order.request.clientId)?.quantity !== change.quantity)
        violate(`${order.request.clientId} is modified to ${change.quantity} shares, which is not its record`)
      checkRate(watched, accountId)
      checkReason(watched, order.request.clientId, change.price)
      note(`modify ${order.request.clientId} ${change.quantity} ${change.price.kind}`)
      return broker.modify(order, change)
    },
    cancel(order) {
      checkChange(watched, order, 'CANCELLING')
      checkRate(watched, accountId)
      note(`cancel ${order.request.clientId}`)
      return broker.cancel(order)
    },
  }
}

function rowOf(rows: MemoryRows, clientId: ClientId): LiveOrder | undefined {
  return [...rows.orders.values()].find((order) => order.clientId === clientId)
}

function checkChange({ rows, violate }: Case, { request }: PlacedOrder, state: 'MODIFYING' | 'CANCELLING'): void {
  const row = rowOf(rows, request.clientId)
  if (row?.state !== state) violate(`${request.clientId} is changed in state ${row?.state} instead of ${state}`)
}

function noteEnded({ ended }: Case, row: BrokerOrder): void {
  if (isOverRow(row)) ended.add(row.brokerOrderId).add(row.clientId)
}

/** One exit-side order of a position at the exchange, ever; one that is over there may still lack its trades. */
function checkAlone({ rows, violate, ended }: Case, row: LiveOrder): void {
  for (const other of rows.orders.values()) {
    if (other.id === row.id || other.positionId !== row.positionId || other.purpose === 'ENTRY') continue
    // An order that turned up late is the one window that is left; exposure-watch.ts bounds what it may do.
    const isOver = isEnded(other) || ended.has(other.brokerOrderId ?? other.clientId)
    if (!isOver && !other.isLate) violate(`${row.clientId} was sent beside ${other.clientId}, which is ${other.state}`)
  }
}

/** A stop or target is acted on where the market has been, and not where one tick was. */
function checkReason({ rows, prices }: Case, clientId: ClientId, price: OrderPrice): void {
  const row = price.kind === 'STOP' ? undefined : rowOf(rows, clientId)
  if (row) prices.onExit(row.positionId, row.reason)
}

function checkSend(watched: Case, accountId: string, request: OrderRequest): void {
  const { rows, sessionAt, violate, switchedAtMs } = watched
  const row = rowOf(rows, request.clientId)
  if (!row) return violate(`${request.clientId} was sent before it was recorded`)
  if (row.instanceId !== accountId) violate(`an order of ${row.instanceId} went out over ${accountId}`)
  if (row.state !== 'SENDING') violate(`${request.clientId} was sent in state ${row.state}`)
  const isSame = row.side === request.side && row.quantity === request.quantity
  if (!isSame) violate(`${request.clientId} differs from its record`)
  const session = sessionAt(request.instrument.token, row.decidedAtMs - 1)
  if (!session) violate(`${request.clientId} was sent to a closed market`)
  if (request.purpose !== 'ENTRY') {
    checkReason(watched, request.clientId, request.price)
    return checkAlone(watched, row)
  }
  if (session && row.decidedAtMs >= session.entriesUntilMs) {
    violate(`${request.clientId} entered too late in the session`)
  }
  const instance = rows.instances.get(accountId)
  if (!instance) return
  const { limits, entriesUntilMs, userId } = instance
  const sentAtMs = row.sentAtMs ?? 0
  if (sentAtMs >= entriesUntilMs) violate(`an entry after the plan's end: ${request.clientId}`)
  for (const key of ['all', accountId, userId]) {
    // Orders recorded as SENDING before the kill switch was stored are allowed.
    if (sentAtMs > (switchedAtMs.get(key) ?? Infinity)) violate(`an entry after the switch ${key}: ${request.clientId}`)
  }
  if (request.quantity > limits.maxQuantity) violate(`${request.clientId} is above the quantity limit`)
  const sent = [...rows.orders.values()].filter(
    (order) => order.instanceId === accountId && order.purpose === 'ENTRY' && order.sentAtMs !== null,
  )
  // The slices of an entry above the freeze quantity are one entry.
  const entries = sent.filter((order) => slicingOf(order).enteredBefore === 0)
  // The simulated time may span two sessions, and each has its own daily limit.
  if (entries.length > 2 * limits.maxEntriesPerDay) violate(`too many entries of ${accountId}`)
}

function checkRate({ clock, callTimes, violate }: Case, accountId: string): void {
  const nowMs = clock.nowMs()
  const times = (callTimes.get(accountId) ?? []).filter((atMs) => atMs > nowMs - SECOND_MS)
  times.push(nowMs)
  callTimes.set(accountId, times)
  if (times.length > MOST_A_SECOND) violate(`${times.length} calls of ${accountId} within a second`)
}
