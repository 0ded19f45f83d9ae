import type { Session } from '@trading-bot/core/calendar/market-calendar'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { endedSessions } from './ended-sessions.ts'
import { type InstanceSession, readSession } from './read-session.ts'
import { listUnchecked, saveOutcome } from './reality-check-store.ts'
import { type Outcome, replayInstance } from './replay-instance.ts'
import { warnOfDrift } from './warn-of-drift.ts'

// Each run comes a minute after the one before. The demo also trades on the machine that replays.
const MOST_AT_ONCE = { demo: 3, real: 100 } as const

/** Replays every instance that traded in a session that is over, once; the job runs every minute. */
export async function checkSessions(deps: Deps): Promise<void> {
  const { db, clock, calendar, config } = deps
  let left: number = config.demo ? MOST_AT_ONCE.demo : MOST_AT_ONCE.real
  let checked = 0
  for (const session of endedSessions(calendar, clock.now().getTime())) {
    if (left === 0) break
    const instances = await listUnchecked(db, session, clock.now(), left)
    for (const id of instances) {
      const ran = await readSession(db, id, session)
      if (!ran) continue
      await saveOutcome(db, ran, session, await replayOrReport(deps, ran, session), clock.now())
      checked++
    }
    left -= instances.length
  }
  if (checked > 0) await warnOfDrift(deps)
}

/** One instance that cannot be replayed must not hold up the others; administrators read why in the system log. */
async function replayOrReport(deps: Deps, ran: InstanceSession, session: Session): Promise<Outcome> {
  try {
    return await replayInstance(deps, ran, session)
  } catch (error) {
    const message = 'A session of a bot could not be replayed for the reality check.'
    const details = { user_bot_id: ran.instanceId, reason: String(error).slice(0, 500) }
    await recordLog(deps.db, deps.clock.now(), {
      level: 'ERROR',
      category: 'bot',
      message,
      userId: ran.userId,
      details,
    })
    return { kind: 'unknown', reason: 'REPLAY_FAILED', detail: '' }
  }
}
