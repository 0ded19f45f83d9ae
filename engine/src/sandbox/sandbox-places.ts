const GIGABYTE = 1024 ** 3

/** Live bots and everything else (tests, the gate, backtests) have places of their own. */
export type SandboxShare = 'live' | 'test'

export type SandboxPlaces = Readonly<Record<SandboxShare, number>>

/** A place, or a wait for one. */
export type Place = {
  /** False if it was given up before it was free. */
  readonly taken: Promise<boolean>
  /** Frees the place, or ends the wait; calling it again does nothing. */
  readonly leave: () => void
}

/**
 * Tests compute without a pause: one for each core, as far as a quarter of the memory holds their 512 MB. Live bots
 * compute for a moment every minute and hold little; half of the memory serves 8 for each gigabyte.
 */
export function defaultPlaces(cores: number, memoryBytes: number): SandboxPlaces {
  const gigabytes = memoryBytes / GIGABYTE
  return {
    test: Math.max(1, Math.min(cores, Math.floor(gigabytes / 4 / 0.5))),
    live: Math.max(4, Math.floor((gigabytes / 2) * 8)),
  }
}

/** Gives places out in the order in which they were asked for; a test never holds up a live bot. */
export function openPlaces(most: SandboxPlaces): { readonly ask: (share: SandboxShare) => Place } {
  const free = { ...most }
  const waiting: Record<SandboxShare, ((isTaken: boolean) => void)[]> = { live: [], test: [] }

  function ask(share: SandboxShare): Place {
    let state: 'waiting' | 'taken' | 'left' = 'waiting'
    let answer: (isTaken: boolean) => void = () => undefined
    const taken = new Promise<boolean>((resolve) => {
      answer = (isTaken) => {
        state = isTaken ? 'taken' : 'left'
        resolve(isTaken)
      }
    })
    const leave = () => {
      if (state === 'waiting') {
        waiting[share] = waiting[share].filter((other) => other !== answer)
        answer(false)
      } else if (state === 'taken') {
        state = 'left'
        const next = waiting[share].shift()
        if (next) next(true)
        else free[share] += 1
      }
    }
    if (free[share] > 0) {
      free[share] -= 1
      answer(true)
    } else waiting[share].push(answer)
    return { taken, leave }
  }

  return { ask }
}
