import type { Randomness } from '../../ports/randomness.ts'

/** Faults that can be injected between us and a broker. */
export const FAULT_NAMES = [
  /** The call never arrives. */
  'REQUEST_LOST',
  /** The call is processed, its answer lost. */
  'ANSWER_LOST',
  /** The call is processed long after our timeout. */
  'ACCEPTED_LATE',
  /** Answers arrive late and therefore out of order. */
  'ANSWER_DELAYED',
  /** On the network: a duplicate, truncated or unreadable answer, or a gateway error instead. */
  'ANSWER_DOUBLED',
  'ANSWER_TRUNCATED',
  'ANSWER_GARBLED',
  'GATEWAY_DOWN',
  /** Plain-text 403, for too many calls and for a missing session. */
  'RATE_REFUSED',
  'AUTH_REFUSED',
  /** The token expires during the day. */
  'SESSION_ENDS',
  /** A rejection at once, and one that appears in the book only after the acknowledgement. */
  'ORDER_REFUSED',
  'ORDER_REJECTED_LATE',
  /** A fill arrives in two parts. */
  'FILL_SPLIT',
  'BOOK_STALE',
  'BOOK_PARTIAL',
  /** Duplicate rows in a different order. */
  'BOOK_DOUBLED',
  'UPDATE_LOST',
  'UPDATE_DOUBLED',
  'UPDATE_DELAYED',
  'FEED_DROPS',
  'TICK_DOUBLED',
  'TICK_DELAYED',
  'TICK_INSANE',
  /** The broker's clock differs from ours. */
  'CLOCK_SKEWED',
  /** The gateway refuses the token of an order call, and no new session is ready in time: nothing was sent. */
  'TOKEN_REFUSED',
  /** A modification is rejected at once. */
  'MODIFY_REFUSED',
  /** A cancel is acknowledged and takes effect seconds later, unless the order fills before. */
  'LATE_CANCEL',
  /** A trade fills only a part of an order; the rest waits for later trades. */
  'PARTIAL_FILL',
  /** Rows and updates of orders without our client ids. */
  'DROPS_TAGS',
  /** Rows of foreign orders in the book, of which little or nothing can be read. */
  'FOREIGN_ROWS',
  /** Positions of a while ago, or none at all, as if the account were flat. */
  'STALE_POSITIONS',
  'POSITIONS_UNAVAILABLE',
  /** The feed stays connected and sends nothing for a while. */
  'FROZEN_TICKS',
] as const

/** Faults of the exchange behind the broker, and of books that lag behind it: acknowledged is not done. */
export const EXCHANGE_FAULT_NAMES = [
  /** A modification is acknowledged and rejected a moment later: the row keeps what it showed, with a text. */
  'CHANGE_REJECTED_LATE',
  /** Somebody moves the trigger of a stop that rests. */
  'STOP_MOVED',
  /** For a while every new order and change of the exit side is rejected after its acknowledgement. */
  'RMS_MOOD',
  /** From now on orders of an instrument above a quantity are rejected after their acknowledgement. */
  'FREEZE',
  /** A price range of one instrument: orders outside it are rejected after their acknowledgement, nothing fills there. */
  'HARD_CIRCUIT',
  /** Rows of some seconds ago; order book, trade book and positions lag independently, the order socket does not. */
  'ROWS_LAG',
  /** A trade stays out of the trade book for minutes although the order's row counts it. */
  'TRADE_MISSING',
  /** An order is placed, its answer lost, and its rows carry no tag for minutes. */
  'TAG_AND_ANSWER_LOST',
  /** A single tick far from the market, with real prices before and after it. */
  'FREAK_TICK',
] as const

export const ALL_FAULT_NAMES = [...FAULT_NAMES, ...EXCHANGE_FAULT_NAMES] as const

export type FaultName = (typeof ALL_FAULT_NAMES)[number]

/** Probability of each fault, 0 to 1; faults not listed never happen. */
export type FaultRates = Readonly<Partial<Record<FaultName, number>>>

export type FaultSwitch = {
  /** Whether the fault happens this time; counts it if so. */
  readonly strikes: (name: FaultName) => boolean
  /** Stops all new faults; those already under way still take effect. */
  readonly calm: () => void
  readonly hits: Readonly<Record<FaultName, number>>
  /** For delays and choices within a fault. */
  readonly randomness: Randomness
}

export function faultSwitch(randomness: Randomness, rates: FaultRates): FaultSwitch {
  const hits = Object.fromEntries(ALL_FAULT_NAMES.map((name) => [name, 0])) as Record<FaultName, number>
  let isCalm = false
  return {
    strikes(name) {
      const rate = rates[name] ?? 0
      // No random number is drawn for a disabled fault, so enabling one does not change the sequence of the others.
      if (isCalm || rate <= 0 || randomness.fraction() >= rate) return false
      hits[name]++
      return true
    },
    calm: () => {
      isCalm = true
    },
    hits,
    randomness,
  }
}

/** Swarm testing: each seed enables few faults, often or rarely, so that unusual combinations occur. */
export function swarmRates(randomness: Randomness, names: readonly FaultName[] = FAULT_NAMES): FaultRates {
  const rates: Partial<Record<FaultName, number>> = {}
  for (const name of names) {
    const luck = randomness.fraction()
    if (luck < 0.35) rates[name] = luck < 0.1 ? 0.4 : 0.08
  }
  return rates
}
