// The life of an order as one table: what each event makes of it, and what has to follow. The engine obeys it, the
// paper broker keeps its own orders by it, and the simulation's referee holds every recorded change against it.
//
// Ours: deny, lapse, send, modify, cancel. The broker's answers: accepted, rejected, noAnswer. Its books: seenWorking,
// seenResting, filledPartly, filled, seenCancelled, seenRejected (these two once all fills are known), notFound.
// A restart finds orders that may have been on their way.
//
// An answer proves less than one would like. An accepted modification or cancellation is known to be done only when
// the books show it, and a refused one says nothing about the order itself: both are followed by a look-up.

import type { OrderState } from '../order.ts'

export type OrderEvent =
  | 'deny'
  | 'lapse'
  | 'send'
  | 'modify'
  | 'cancel'
  | 'accepted'
  | 'rejected'
  | 'noAnswer'
  | 'restart'
  | 'seenWorking'
  | 'seenResting'
  | 'filledPartly'
  | 'filled'
  | 'seenCancelled'
  | 'seenRejected'
  | 'notFound'

export type OrderEffect =
  /** Read the broker's books soon. */
  | 'LOOK_UP'
  /** Fills may have changed: the exit side of the position has to follow (next-exit-step.ts). */
  | 'FOLLOW'
  /** The order is over: book charges and profit, and do what its position needs next. */
  | 'END'
  /** An order that counted as never placed exists after all: cancel it, and close what it filled. */
  | 'ADOPT'

export type OrderStep = { readonly state: OrderState; readonly effects: readonly OrderEffect[] }

type Row = Partial<Record<OrderEvent, OrderStep>>

const ENDS: Row = {
  filled: to('FILLED', 'END'),
  seenCancelled: to('CANCELLED', 'END'),
  seenRejected: to('REJECTED', 'END'),
}

const AT_THE_BROKER: Row = {
  ...ENDS,
  seenWorking: to('ACKNOWLEDGED', 'FOLLOW'),
  seenResting: to('RESTING', 'FOLLOW'),
  filledPartly: to('PARTIALLY_FILLED', 'FOLLOW'),
  notFound: to('LOST', 'END'),
}

const CHANGEABLE: Row = { ...AT_THE_BROKER, modify: to('MODIFYING'), cancel: to('CANCELLING') }

export const ORDER_LIFE: Readonly<Record<OrderState, Row>> = {
  // Recorded with its reservation, not sent.
  CREATED: { send: to('SENDING'), deny: to('DENIED', 'END'), lapse: to('EXPIRED', 'END') },

  // Recorded as sent before the socket is written.
  SENDING: {
    deny: to('DENIED', 'END'),
    accepted: to('ACKNOWLEDGED', 'LOOK_UP'),
    rejected: to('REJECTED', 'END'),
    noAnswer: to('UNKNOWN', 'LOOK_UP'),
    restart: to('UNKNOWN', 'LOOK_UP'),
  },

  // Only the books can tell; it is never sent again.
  UNKNOWN: AT_THE_BROKER,

  ACKNOWLEDGED: CHANGEABLE,
  PARTIALLY_FILLED: CHANGEABLE,
  RESTING: CHANGEABLE,

  // Nothing else is asked of the order until the books show what became of the modification.
  MODIFYING: {
    ...AT_THE_BROKER,
    accepted: to('MODIFYING', 'LOOK_UP'),
    rejected: to('MODIFYING', 'LOOK_UP'),
    noAnswer: to('MODIFYING', 'LOOK_UP'),
    restart: to('MODIFYING', 'LOOK_UP'),
    cancel: to('CANCELLING'),
  },

  // An acknowledged cancellation proves nothing: the order may fill before it, so only an ended order ends this.
  CANCELLING: {
    ...ENDS,
    accepted: to('CANCELLING', 'LOOK_UP'),
    rejected: to('CANCELLING', 'LOOK_UP'),
    noAnswer: to('CANCELLING', 'LOOK_UP'),
    restart: to('CANCELLING', 'LOOK_UP'),
    seenWorking: to('CANCELLING', 'FOLLOW'),
    seenResting: to('CANCELLING', 'FOLLOW'),
    filledPartly: to('CANCELLING', 'FOLLOW'),
    cancel: to('CANCELLING'),
    notFound: to('LOST', 'END'),
  },

  // Counted as never placed, but watched until the end of the day.
  LOST: {
    seenWorking: to('ACKNOWLEDGED', 'ADOPT'),
    seenResting: to('RESTING', 'ADOPT'),
    filledPartly: to('PARTIALLY_FILLED', 'ADOPT'),
    filled: to('ACKNOWLEDGED', 'ADOPT'),
    // Its row has appeared after all, and it has not filled anything: what it was refused for is learnt from it.
    seenCancelled: to('CANCELLED', 'FOLLOW'),
    seenRejected: to('REJECTED', 'FOLLOW'),
  },

  EXPIRED: {},
  FILLED: {},
  DENIED: {},
  REJECTED: {},
  CANCELLED: {},
}

/** Null for an event that the order cannot meet in this state; it is counted and not obeyed. */
export function advanceOrder(state: OrderState, event: OrderEvent): OrderStep | null {
  return ORDER_LIFE[state][event] ?? null
}

const ENDED: ReadonlySet<OrderState> = new Set(['FILLED', 'DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'LOST'])

/** Nothing changes an ended order, except that a lost one may still turn out to exist. */
export function isEndedState(state: OrderState): boolean {
  return ENDED.has(state)
}

/** True if some sequence of events leads from one state to the other. */
export function canBecome(from: OrderState, to: OrderState): boolean {
  const reached = new Set<OrderState>([from])
  for (const state of reached) for (const step of Object.values(ORDER_LIFE[state])) reached.add(step.state)
  return reached.has(to)
}

function to(state: OrderState, ...effects: OrderEffect[]): OrderStep {
  return { state, effects }
}
