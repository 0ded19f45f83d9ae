import { SECOND_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../../ports/timers.ts'
import { stepAccount, takeInput } from '../../execution/take-input.ts'
import type { LiveEngine } from '../engine/live-engine.ts'

const LONGEST_JUMP_MS = 2 * SECOND_MS

/** Lets the accounts do each second what depends on the clock alone. */
export function runSessionScheduler(engine: LiveEngine): Cancel {
  let lastMs = engine.setup.clock.nowMs()
  return engine.setup.timers.every(SECOND_MS, () => {
    const nowMs = engine.setup.clock.nowMs()
    const jumpMs = nowMs - lastMs - SECOND_MS
    lastMs = nowMs
    if (Math.abs(jumpMs) > LONGEST_JUMP_MS) engine.setup.onError(`the clock jumped by ${jumpMs} ms`, null)
    followCalendar(engine)
    for (const account of engine.accounts.values())
      if (account.positions.size > 0) stepAccount(engine, account, { kind: 'SECOND' })
    void engine.carryOut()
  })
}

/** Applies edited trading hours to accounts and to positions that are already open. */
function followCalendar(engine: LiveEngine): void {
  const revision = engine.setup.calendar.revision?.() ?? 0
  if (revision === engine.calendarRevision) return
  engine.calendarRevision = revision
  for (const account of engine.accounts.values()) takeInput(engine, account, { kind: 'NEW_HOURS' })
}
