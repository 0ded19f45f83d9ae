import type { BrokerOrderId, Token } from '@trading-bot/core/units'
import { tickAtOrAbove, tickAtOrBelow } from '@trading-bot/core/instrument'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerOrder, OrderChange, OrderListener, OrderPrice, OrderRequest } from '../../ports.ts'
import type { FaultSetup } from './fault-setup.ts'
import { phantomOrders } from './phantom-orders.ts'
import { isInRange, type PriceRanges } from './price-range.ts'

type StrictSetup = FaultSetup & {
  readonly ranges: PriceRanges
  /** An order or change of the exit side is rejected; nothing like it is taken until then. */
  readonly onRefused?: (token: Token, untilMs: number) => void
}

type Rejection = { readonly text: string; readonly untilMs: number }

const OUT_OF_RANGE = '16284: The order price is out of the day’s price range'
const QUANTITY_FREEZE = '17080: The order quantity is above the quantity freeze limit'
const RMS = 'RMS: Orders of this kind are not taken at the moment'
const NO_REASON = '16283: The order could not be modified'

const SHORTEST_MOOD_MS = 5 * SECOND_MS
const LONGEST_MOOD_MS = 30 * SECOND_MS
const SOONEST_REJECTION_MS = 200
const LATEST_REJECTION_MS = 2 * SECOND_MS
const LATEST_MOVE_MS = 20 * SECOND_MS

/**
 * A broker in front of an exchange that rejects a moment later what the broker has acknowledged: new orders end as
 * rejected rows, a rejected change leaves its order as it was and says so in the row's text.
 */
export function strictExchange(inner: Broker, setup: StrictSetup): Broker {
  const { faults, clock, timers, ranges, onRefused } = setup
  const { strikes, randomness } = faults
  const phantoms = phantomOrders(setup)
  const requests = new Map<BrokerOrderId, OrderRequest>()
  const rows = new Map<BrokerOrderId, BrokerOrder>()
  const rejections = new Map<BrokerOrderId, { readonly text: string; readonly atMs: number }>()
  const frozenAbove = new Map<Token, number>()
  let moodUntilMs = -Infinity

  /** Why the exchange will reject it, and how long it goes on doing so. */
  const rejectionOf = (request: OrderRequest, price: OrderPrice): Rejection | null => {
    const nowMs = clock.nowMs()
    const range = ranges.of(request.instrument.token)
    if (range && !isInRange(range, request, price)) return { text: OUT_OF_RANGE, untilMs: range.untilMs }
    if (request.purpose === 'ENTRY') return null
    if (strikes('RMS_MOOD'))
      moodUntilMs = nowMs + SHORTEST_MOOD_MS + randomness.whole(LONGEST_MOOD_MS - SHORTEST_MOOD_MS)
    return nowMs < moodUntilMs ? { text: RMS, untilMs: moodUntilMs } : null
  }
  const freezeOf = ({ instrument: { token }, purpose }: OrderRequest, quantity: number): string | null => {
    if (purpose === 'ENTRY') return null
    if (!frozenAbove.has(token) && quantity > 1 && strikes('FREEZE')) frozenAbove.set(token, Math.ceil(quantity * 0.6))
    return quantity > (frozenAbove.get(token) ?? Infinity) ? QUANTITY_FREEZE : null
  }
  const changeRejectionOf = (request: OrderRequest, change: OrderChange): Rejection | null => {
    const rejection = rejectionOf(request, change.price)
    if (rejection || !strikes('CHANGE_REJECTED_LATE')) return rejection
    return { text: [RMS, OUT_OF_RANGE, NO_REASON][randomness.whole(3)]!, untilMs: clock.nowMs() + LATEST_REJECTION_MS }
  }
  const noteRefused = ({ instrument, purpose }: OrderRequest, { untilMs }: Rejection) => {
    if (purpose !== 'ENTRY') onRefused?.(instrument.token, untilMs)
  }
  /** The row of an order whose last change was rejected, until something else happens to it. */
  const asSeen = (row: BrokerOrder): BrokerOrder => {
    const rejection = rejections.get(row.brokerOrderId)
    if (!rejection || (row.updatedMs ?? 0) > rejection.atMs) return row
    return { ...row, text: rejection.text, updatedMs: rejection.atMs }
  }
  const listeners = new Set<OrderListener>()
  const rejectLater = (orderId: BrokerOrderId, text: string) => {
    timers.after(SOONEST_REJECTION_MS + randomness.whole(LATEST_REJECTION_MS - SOONEST_REJECTION_MS), () => {
      const row = rows.get(orderId)
      if (!row || !isOpen(row)) return
      rejections.set(orderId, { text, atMs: clock.nowMs() })
      for (const { onOrder } of listeners) onOrder(asSeen(row))
    })
  }
  const moveStop = (orderId: BrokerOrderId) => {
    const request = requests.get(orderId)
    const row = rows.get(orderId)
    if (!request || row?.state !== 'RESTING' || row.triggerPaise === undefined) return
    // Further from the market, so that it protects less.
    const share = 0.01 + 0.02 * randomness.fraction()
    const { tickPaise } = request.instrument
    const triggerPaise =
      row.side === 'SELL'
        ? tickAtOrBelow(row.triggerPaise * (1 - share), tickPaise)
        : tickAtOrAbove(row.triggerPaise * (1 + share), tickPaise)
    void inner.modify(
      { brokerOrderId: orderId, request },
      { quantity: row.quantity, price: { kind: 'STOP', triggerPaise } },
    )
  }
  inner.watchOrders({
    onOrder: (row) => {
      const before = rows.get(row.brokerOrderId)
      rows.set(row.brokerOrderId, row)
      if (row.state === 'RESTING' && before?.state !== 'RESTING' && requests.has(row.brokerOrderId))
        if (strikes('STOP_MOVED'))
          timers.after(SECOND_MS + randomness.whole(LATEST_MOVE_MS), () => moveStop(row.brokerOrderId))
    },
    onGap: () => {},
  })

  return {
    ...inner,
    place: async (request) => {
      const rejection = rejectionOf(request, request.price)
      if (rejection) noteRefused(request, rejection)
      const text = rejection?.text ?? freezeOf(request, request.quantity)
      if (text !== null) return { kind: 'acknowledged', brokerOrderId: phantoms.accept(request, text) }
      const outcome = await inner.place(request)
      if (outcome.kind === 'acknowledged') requests.set(outcome.brokerOrderId, request)
      return outcome
    },
    modify: async (order, change) => {
      if (phantoms.has(order)) return ended()
      const row = rows.get(order.brokerOrderId)
      if (!row || !isOpen(row)) return inner.modify(order, change)
      const rejection = changeRejectionOf(order.request, change)
      if (rejection) noteRefused(order.request, rejection)
      const isEnlarged = change.quantity > row.quantity
      const text = rejection?.text ?? (isEnlarged ? freezeOf(order.request, change.quantity) : null)
      if (text === null) return inner.modify(order, change)
      rejectLater(order.brokerOrderId, text)
      return { kind: 'acknowledged', brokerOrderId: order.brokerOrderId }
    },
    cancel: async (order) => (phantoms.has(order) ? ended() : inner.cancel(order)),
    orderBook: async () => {
      const answer = await inner.orderBook()
      if (answer.kind !== 'answered') return answer
      return { ...answer, value: [...answer.value.map(asSeen), ...phantoms.book()] }
    },
    watchOrders: (listener) => {
      const relay: OrderListener = { ...listener, onOrder: (row) => listener.onOrder(asSeen(row)) }
      listeners.add(listener)
      phantoms.listeners.add(listener)
      const stop = inner.watchOrders(relay)
      return () => {
        listeners.delete(listener)
        phantoms.listeners.delete(listener)
        stop()
      }
    },
  }
}

function isOpen({ state }: BrokerOrder): boolean {
  return state === 'WORKING' || state === 'RESTING'
}

function ended() {
  return { kind: 'refused', code: 'ORDER_ENDED', sentence: 'The order has already ended.', isRetryable: false } as const
}
