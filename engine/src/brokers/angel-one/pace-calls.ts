import type { Clock } from '../../seams/clock.ts'
import type { Cancel, Timers } from '../../seams/timers.ts'
import { type CallBudget, callBudget, type Ceiling, type Lane } from './call-budget.ts'

export type Pacer<Name extends string> = {
  /** True when the call may go now, and is counted; false when an ordinary call has waited too long to be worth it. */
  readonly turn: (name: Name, lane: Lane) => Promise<boolean>
}

type PacerSetup<Name extends string> = {
  readonly clock: Clock
  readonly timers: Timers
  readonly ceilings: Readonly<Record<Name, Ceiling>>
  /** How long an ordinary call waits; one that goes first waits as long as it takes. */
  readonly patienceMs?: number
}

type Waiting = { readonly go: () => void }

type Row = {
  readonly budget: CallBudget
  readonly queues: Readonly<Record<Lane, Waiting[]>>
  stopTimer: Cancel
}

const USUAL_PATIENCE_MS = 10_000

/** Lets calls out as fast as the broker's ceilings allow, in order of arrival within a lane, the first lane first. */
export function paceCalls<Name extends string>(setup: PacerSetup<Name>): Pacer<Name> {
  const { clock, timers, ceilings, patienceMs = USUAL_PATIENCE_MS } = setup
  const rows = new Map<Name, Row>()

  const rowOf = (name: Name): Row => {
    const known = rows.get(name)
    if (known) return known
    const row: Row = { budget: callBudget(ceilings[name]), queues: { FIRST: [], ORDINARY: [] }, stopTimer: () => {} }
    rows.set(name, row)
    return row
  }

  return {
    turn(name, lane) {
      const row = rowOf(name)
      return new Promise((resolve) => {
        const queue = row.queues[lane]
        const stopPatience =
          lane === 'FIRST'
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
    const lane = row.queues.FIRST.length > 0 ? 'FIRST' : 'ORDINARY'
    const next = row.queues[lane][0]
    if (!next) return
    const nowMs = clock.nowMs()
    const waitMs = row.budget.waitMs(nowMs, lane)
    if (waitMs > 0) {
      row.stopTimer = timers.after(waitMs, () => letOut(row, clock, timers))
      return
    }
    row.queues[lane].shift()
    row.budget.spend(nowMs)
    next.go()
  }
}
