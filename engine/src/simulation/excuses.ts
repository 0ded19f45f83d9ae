// What excuses a position without a stop: an answer that does not come, says no, or is not true. Each excuse lasts as
// long as the engine needs by its own rules to ask again, and no longer.

import type { Token } from '@trading-bot/core/units'
import { SECOND_MS } from '@trading-bot/core/time'
import type { FaultName, FaultSwitch } from '../brokers/faulty/fault-switch.ts'
import type { Answer, Broker, OrderOutcome, OrderRequest } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'

type Excusing = {
  readonly clock: Clock
  readonly timers: Timers
  /** Null stands for all instruments of the account. */
  readonly excuse: (token: Token | null, untilMs: number) => void
}

// Until it is recorded that there was no answer; protection-watch.ts follows it from there.
const NO_ANSWER_MS = 2 * SECOND_MS
// Pauses after refusals in a row, each with the second that the next call takes.
const REFUSED_MS = [2, 3, 6, 11, 31].map((seconds) => seconds * SECOND_MS)
// A refusal this long after the last one is the first of another row.
const IN_A_ROW_MS = 45 * SECOND_MS
const READ_AGAIN_MS = 4 * SECOND_MS

/** Rows and updates that do not show what happened: it is seen in the next book, or when the rest of it appears. */
const UNTRUE_MS: Partial<Record<FaultName, number>> = {
  BOOK_STALE: 6 * SECOND_MS,
  BOOK_PARTIAL: 6 * SECOND_MS,
  DROPS_TAGS: 6 * SECOND_MS,
  FOREIGN_ROWS: 6 * SECOND_MS,
  UPDATE_LOST: 6 * SECOND_MS,
  UPDATE_DELAYED: 6 * SECOND_MS,
  FILL_SPLIT: 12 * SECOND_MS,
}

/** The faults of one account, each of which is noted as an excuse when it strikes. */
export function excusingFaults(faults: FaultSwitch, { clock, excuse }: Excusing): FaultSwitch {
  return {
    ...faults,
    strikes: (name) => {
      const isHit = faults.strikes(name)
      const untrueMs = UNTRUE_MS[name]
      if (isHit && untrueMs !== undefined) excuse(null, clock.nowMs() + untrueMs)
      return isHit
    },
  }
}

/**
 * The pause that follows a refusal, which holds until the given instant: longer after each of them in a row. One that
 * comes after the answer stands in a book that may lag.
 */
export function refusalPauses({ clock, excuse }: Excusing, lagMs = 0): (token: Token, untilMs: number) => void {
  const last = new Map<Token, { readonly times: number; readonly untilMs: number }>()
  return (token, untilMs) => {
    const before = last.get(token)
    const times = before && clock.nowMs() - before.untilMs < IN_A_ROW_MS ? before.times + 1 : 1
    last.set(token, { times, untilMs })
    excuse(token, untilMs + lagMs + REFUSED_MS[Math.min(times, REFUSED_MS.length) - 1]!)
  }
}

/** The broker as the engine reaches it; while it does not answer, nothing can be done. */
export function watchAnswers(broker: Broker, { clock, timers, excuse }: Excusing): Broker {
  const noteRefused = refusalPauses({ clock, timers, excuse })
  const waiting = async <T>(token: Token | null, call: () => Promise<T>): Promise<T> => {
    const stop = timers.every(SECOND_MS, () => excuse(token, clock.nowMs() + SECOND_MS))
    const answer = await call()
    stop()
    return answer
  }
  const ordered = async (request: OrderRequest, call: () => Promise<OrderOutcome>): Promise<OrderOutcome> => {
    const { token } = request.instrument
    const outcome = await waiting(token, call)
    if (request.purpose === 'ENTRY') return outcome
    if (outcome.kind === 'unknown') excuse(token, clock.nowMs() + NO_ANSWER_MS)
    if (outcome.kind === 'rejected') noteRefused(token, clock.nowMs())
    return outcome
  }
  const read = async <T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    const answer = await waiting(null, call)
    if (answer.kind !== 'answered') excuse(null, clock.nowMs() + READ_AGAIN_MS)
    return answer
  }
  return {
    ...broker,
    place: (request) => ordered(request, () => broker.place(request)),
    modify: (order, change) => ordered(order.request, () => broker.modify(order, change)),
    cancel: (order) => ordered(order.request, () => broker.cancel(order)),
    orderBook: () => read(broker.orderBook),
    tradeBook: () => read(broker.tradeBook),
    positions: () => read(broker.positions),
  }
}
