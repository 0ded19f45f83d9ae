/** How long each of the other sessions has provably asked nothing; one watcher's own memory of its looks. */
export type SilenceWatch = {
  /** One look at the others. A session's sign changes with everything it asks. */
  readonly look: (look: {
    readonly askedMs: number
    readonly answeredMs: number
    readonly signs: ReadonlyMap<number, string>
  }) => ReadonlyMap<number, number>
}

type Watched = { readonly sign: string; readonly silentMs: number }

/**
 * On a machine that is short of processor time the watcher stalls as the watched does, and would take its own sleep for
 * the other's silence. So only time counts in which it looked as often as it meant to, by a clock that never steps, and
 * each stall (a late look, a slow answer of the database) takes back as much as it lasted.
 */
export function watchSilence(everyMs: number): SilenceWatch {
  let watched: ReadonlyMap<number, Watched> = new Map()
  let answeredBeforeMs = -Infinity
  return {
    look({ askedMs, answeredMs, signs }) {
      const stallMs = Math.max(0, answeredMs - answeredBeforeMs - everyMs)
      // What was seen lies between question and answer, so less counts than may have passed.
      const countedMs = Math.min(askedMs - answeredBeforeMs, everyMs) - stallMs
      answeredBeforeMs = answeredMs
      watched = new Map(
        Array.from(signs, ([session, sign]) => {
          const before = watched.get(session)
          return [session, { sign, silentMs: before?.sign === sign ? Math.max(0, before.silentMs + countedMs) : 0 }]
        }),
      )
      return new Map(Array.from(watched, ([session, { silentMs }]) => [session, silentMs]))
    },
  }
}
