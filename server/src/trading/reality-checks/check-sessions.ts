import type { Deps } from '../../platform/http/context.ts'
import { endedSessions } from './ended-sessions.ts'
import { readSession } from './read-session.ts'
import { listUnchecked, saveOutcome } from './reality-check-store.ts'
import { replayInstance } from './replay-instance.ts'
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
      await saveOutcome(db, ran, session, await replayInstance(deps, ran, session), clock.now())
      checked++
    }
    left -= instances.length
  }
  if (checked > 0) await warnOfDrift(deps)
}
