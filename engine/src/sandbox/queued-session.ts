import type { ScriptFailure, ScriptLimits, ScriptOptions, ScriptSession } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { Place } from './sandbox-places.ts'

const LOOK_MS = 500

type Waits = {
  readonly waitMs: ScriptLimits['waitMs'] | undefined
  readonly isWanted: ScriptOptions['isWanted'] | undefined
}

/** A session that waits for its place before it starts; ending it ends the wait too. */
export function openQueuedSession(
  ask: () => Place,
  timers: Timers,
  { waitMs, isWanted }: Waits,
  start: (place: Place) => ScriptSession | null,
): ScriptSession {
  let place: Place | null = null
  let session: ScriptSession | null = null
  let isOver = false
  let hasWaitedLong = false

  async function takePlace(): Promise<ScriptSession | ScriptFailure> {
    const asked = ask()
    place = asked
    const giveUp = () => {
      hasWaitedLong = true
      asked.leave()
    }
    const cancels = [
      ...(waitMs === undefined ? [] : [timers.after(waitMs, giveUp)]),
      ...(isWanted === undefined ? [] : [timers.every(LOOK_MS, () => isWanted() || asked.leave())]),
    ]
    const isTaken = await asked.taken
    for (const cancel of cancels) cancel()
    if (isTaken && !isOver) session = start(asked)
    if (session === null) {
      asked.leave()
      return failed(
        hasWaitedLong
          ? 'All sandboxes of this server are in use. Please try again in a moment.'
          : 'The script was ended.',
      )
    }
    return session
  }

  const notLoaded = () => failed('The script was not loaded.')
  return {
    load: async () => {
      const opened = await takePlace()
      return 'kind' in opened ? opened : opened.load()
    },
    read: async () => {
      const opened = await takePlace()
      return 'kind' in opened ? opened : opened.read()
    },
    step: async (rows, use) => session?.step(rows, use) ?? notLoaded(),
    give: async (rows) => (session ? session.give(rows) : notLoaded()),
    compute: async (wanted) => session?.compute(wanted) ?? notLoaded(),
    plots: async (rows) => session?.plots(rows) ?? notLoaded(),
    rowsAt: async (row) => session?.rowsAt(row) ?? null,
    stop: async () => session?.stop() ?? null,
    kill: async () => {
      isOver = true
      if (session === null) place?.leave()
      await session?.kill()
    },
    output: () => session?.output() ?? '',
    warnings: () => session?.warnings() ?? [],
    notes: () => session?.notes() ?? [],
  }
}

function failed(error: string): ScriptFailure {
  return { kind: 'failed', failure: 'died', error, line: null, trace: '', missing: [] }
}
