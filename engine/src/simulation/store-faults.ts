import type { Randomness } from '../ports/randomness.ts'

export type StoreFaults = {
  readonly step: (what: string) => void
  readonly writeMs: () => number
  readonly calm: () => void
  readonly hits: { down: number; answerLost: number }
}

/** A database that is slow, down for a while, or loses the answer to a commit. */
export function storeFaults(chance: Randomness, isOn: boolean, onFault: (delayMs: number) => void): StoreFaults {
  const hits = { down: 0, answerLost: 0 }
  const rates = { down: chance.fraction() * 0.05, answerLost: chance.fraction() * 0.05, slow: chance.fraction() * 0.2 }
  let isCalm = !isOn
  let failuresLeft = 0
  return {
    step(what) {
      if (isCalm) return
      if (what === 'written') {
        if (chance.fraction() >= rates.answerLost) return
        hits.answerLost++
        onFault(0)
        throw new Error('the connection was lost during the commit')
      }
      if (failuresLeft === 0 && chance.fraction() < rates.down) failuresLeft = 1 + chance.whole(6)
      if (failuresLeft === 0) return
      failuresLeft--
      hits.down++
      onFault(0)
      throw new Error('the database is down')
    },
    writeMs: () => {
      const delayMs = !isCalm && chance.fraction() < rates.slow ? 1 + chance.whole(2_000) : 0
      if (delayMs > 0) onFault(delayMs)
      return delayMs
    },
    calm: () => {
      isCalm = true
    },
    hits,
  }
}
