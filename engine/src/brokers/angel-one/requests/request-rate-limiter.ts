import type { Clock } from '../../../ports/clock.ts'
import type { Cancel, Timers } from '../../../ports/timers.ts'
import { type RateLimiter, rateLimiter, type RateLimit, type Priority } from '@trading-bot/core/rate-limit/rate-limiter'

export type RequestRateLimiter<Name extends string> = {
  /** Resolves true when the call may be made, and counts it; false when a normal call has waited too long. */
  readonly turn: (name: Name, priority: Priority) => Promise<boolean>
}

type PacerSetup<Name extends string> = {
  readonly clock: Clock
  readonly timers: Timers
  readonly limits: Readonly<Record<Name, RateLimit>>
  /** How long a normal call waits at most; a high-priority call has no limit. */
  readonly patienceMs?: number
}

type Waiting = { readonly go: () => void }

type Row = {
  readonly limiter: RateLimiter
  readonly queues: Readonly<Record<Priority, Waiting[]>>
  stopTimer: Cancel
}

const USUAL_PATIENCE_MS = 10_000

/** Releases calls as fast as the broker's limits allow, high priority first, then in order of arrival. */
export function requestRateLimiter<Name extends string>(setup: PacerSetup<Name>): RequestRateLimiter<Name> {
  const { clock, timers, limits, patienceMs = USUAL_PATIENCE_MS } = setup
  const rows = new Map<Name, Row>()

  const rowOf = (name: Name): Row => {
    const known = rows.get(name)
    if (known) return known
    const row: Row = { limiter: rateLimiter(limits[name]), queues: { HIGH: [], NORMAL: [] }, stopTimer: () => {} }
    rows.set(name, row)
    return row
  }

  return {
    turn(name, priority) {
      const row = rowOf(name)
      return new Promise((resolve) => {
        const queue = row.queues[priority]
        const stopPatience =
          priority === 'HIGH'
            ? () => {}
            : timers.after(patienceMs, () => {
                queue.splice(queue.indexOf(waiting), 1)
                resolve(false)
              })
        const waiting: Waiting = {
          go: () => {
            stopPatience()
            resolve(true)
          },
        }
        queue.push(waiting)
        letOut(row, clock, timers)
      })
    },
  }
}

function letOut(row: Row, clock: Clock, timers: Timers): void {
  row.stopTimer()
  for (;;) {
    const priority = row.queues.HIGH.length > 0 ? 'HIGH' : 'NORMAL'
    const next = row.queues[priority][0]
    if (!next) return
    const nowMs = clock.nowMs()
    const waitMs = row.limiter.waitMs(nowMs, priority)
    if (waitMs > 0) {
      row.stopTimer = timers.after(waitMs, () => letOut(row, clock, timers))
      return
    }
    row.queues[priority].shift()
    row.limiter.spend(nowMs)
    next.go()
  }
}
