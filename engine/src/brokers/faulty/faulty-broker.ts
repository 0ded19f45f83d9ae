import type { Broker, OrderOutcome, PlacedOrder } from '../../ports.ts'
import { faultyBooks } from './faulty-books.ts'
import type { FaultSetup } from './fault-setup.ts'
import { pause } from '../pause.ts'
import { phantomOrders } from './phantom-orders.ts'

// The adapter's own timeout.
const TIMEOUT_MS = 7_000
const LONGEST_DELAY_MS = 5_000
const LATEST_MS = 60_000
const SESSION_GAP_MS = 3_000
const LATEST_CANCEL_MS = 10_000

/** Wraps a broker and injects the faults of networks and brokers, deterministically by seed. */
export function faultyBroker(inner: Broker, setup: FaultSetup): Broker {
  const { faults, clock, timers } = setup
  const { randomness, strikes } = faults
  const phantoms = phantomOrders(setup)
  const books = faultyBooks(inner, phantoms, setup)
  let loggedOutUntilMs = -Infinity

  const isLoggedOut = () => {
    if (strikes('SESSION_ENDS')) loggedOutUntilMs = clock.nowMs() + SESSION_GAP_MS
    return clock.nowMs() < loggedOutUntilMs
  }
  const timeOut = async (why: string): Promise<OrderOutcome> => {
    await pause(timers, TIMEOUT_MS)
    return { kind: 'unknown', why }
  }
  const act = async (send: () => Promise<OrderOutcome>): Promise<OrderOutcome> => {
    if (isLoggedOut() || strikes('AUTH_REFUSED')) return { kind: 'unknown', why: 'the session has ended' }
    if (strikes('TOKEN_REFUSED')) return refuse('NO_SESSION', 'The broker ended the session. Nothing was sent.', true)
    if (strikes('RATE_REFUSED')) return refuse('RATE_LIMITED', 'The broker is answering too many calls.', true)
    if (strikes('REQUEST_LOST')) return timeOut('no answer')
    if (strikes('ACCEPTED_LATE')) {
      timers.after(TIMEOUT_MS + randomness.whole(LATEST_MS), () => void send())
      return timeOut('no answer')
    }
    const outcome = await send()
    if (strikes('ANSWER_LOST')) return timeOut('no answer')
    if (strikes('GATEWAY_DOWN') || strikes('ANSWER_GARBLED')) return { kind: 'unknown', why: 'an unreadable answer' }
    if (strikes('ANSWER_DELAYED')) await pause(timers, randomness.whole(LONGEST_DELAY_MS))
    return outcome
  }
  /** Answers calls for phantom orders itself, since the wrapped broker never got them. */
  const actOn = (order: PlacedOrder, send: () => Promise<OrderOutcome>) =>
    act(async () => (phantoms.has(order) ? refuse('ORDER_ENDED', 'The order has already ended.', false) : send()))

  return {
    ...inner,
    ...books.reads(isLoggedOut),
    async logIn() {
      loggedOutUntilMs = -Infinity
      return inner.logIn()
    },
    place: (request) =>
      act(async () => {
        if (strikes('ORDER_REFUSED')) return refuse('MISBEHAVED', 'The broker refused for a reason of its own.', false)
        if (!strikes('ORDER_REJECTED_LATE')) return inner.place(request)
        return { kind: 'acknowledged', brokerOrderId: phantoms.accept(request) }
      }),
    modify: (order, change) =>
      actOn(order, async () =>
        strikes('MODIFY_REFUSED')
          ? refuse('MISBEHAVED', 'The broker refused for a reason of its own.', false)
          : inner.modify(order, change),
      ),
    cancel: (order) =>
      actOn(order, async () => {
        if (!strikes('LATE_CANCEL')) return inner.cancel(order)
        timers.after(1 + randomness.whole(LATEST_CANCEL_MS), () => void inner.cancel(order))
        return { kind: 'acknowledged', brokerOrderId: order.brokerOrderId }
      }),
    watchOrders: books.watchOrders,
  }
}

function refuse(code: string, sentence: string, isRetryable: boolean): OrderOutcome {
  return { kind: 'rejected', code, sentence, isRetryable }
}
