import type { Randomness } from '../../ports/randomness.ts'

/** Everything that goes wrong between us and a broker. */
export const FAULT_NAMES = [
  /** The call never arrives. */
  'REQUEST_LOST',
  /** The call is taken up, its answer lost. */
  'ANSWER_LOST',
  /** The call is taken up long after we have given up on it. */
  'ACCEPTED_LATE',
  /** Answers come late and so out of order. */
  'ANSWER_DELAYED',
  /** On the wire: the same answer twice, half an answer, one that cannot be read, a gateway's instead. */
  'ANSWER_DOUBLED',
  'ANSWER_TRUNCATED',
  'ANSWER_GARBLED',
  'GATEWAY_DOWN',
  /** 403 in plain text, for too many calls and for no session. */
  'RATE_REFUSED',
  'AUTH_REFUSED',
  /** The token expires in the middle of the day. */
  'SESSION_ENDS',
  /** A proven no at once, and one that shows in the book only after the acknowledgement. */
  'ORDER_REFUSED',
  'ORDER_REJECTED_LATE',
  /** A fill arrives in two parts. */
  'FILL_SPLIT',
  'BOOK_STALE',
  'BOOK_PARTIAL',
  /** Lines twice, and in another order. */
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
] as const

export type FaultName = (typeof FAULT_NAMES)[number]

/** Chance of each fault, 0 to 1; none unless named. */
export type FaultRates = Readonly<Partial<Record<FaultName, number>>>

export type FaultSwitch = {
  /** Whether the fault happens this time; counted when it does. */
  readonly strikes: (name: FaultName) => boolean
  /** From here on nothing goes wrong any more: what was under way still comes out. */
  readonly calm: () => void
  readonly hits: Readonly<Record<FaultName, number>>
  /** For delays and choices within a fault. */
  readonly randomness: Randomness
}

export function faultSwitch(randomness: Randomness, rates: FaultRates): FaultSwitch {
  const hits = Object.fromEntries(FAULT_NAMES.map((name) => [name, 0])) as Record<FaultName, number>
  let isCalm = false
  return {
    strikes(name) {
      const rate = rates[name] ?? 0
      // No number is drawn for a fault that cannot happen: switching one on leaves the others where they were.
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

/** A seed's own mixture: some faults often, some rarely, most not at all, so that rare combinations meet. */
export function swarmRates(randomness: Randomness): FaultRates {
  const rates: Partial<Record<FaultName, number>> = {}
  for (const name of FAULT_NAMES) {
    const luck = randomness.fraction()
    if (luck < 0.35) rates[name] = luck < 0.1 ? 0.4 : 0.08
  }
  return rates
}
