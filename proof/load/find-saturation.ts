import type { Latencies } from '../../product/testing/steady-load.ts'

type Step = Pick<Latencies, 'errors' | 'answeredPerSecond' | 'p99Ms'> & { readonly perSecond: number }

const STEP_PER_SECOND = 100
const MOST_P99_MS = 1_000
// Below this share of what was asked, calls pile up however long one waits.
const LEAST_ANSWERED = 0.95

/** Raises the rate step by step until calls wait longer than a second, fail, or are not answered as fast as they come. */
export async function findSaturation<S extends Step>(
  from: number,
  load: (perSecond: number) => Promise<S>,
): Promise<{ readonly perSecond: number; readonly steps: readonly S[] }> {
  const steps: S[] = []
  for (let perSecond = from; ; perSecond += STEP_PER_SECOND) {
    const step = await load(perSecond)
    steps.push(step)
    if (!isKeptUp(step)) return { perSecond: perSecond - STEP_PER_SECOND, steps }
  }
}

function isKeptUp({ errors, p99Ms, answeredPerSecond, perSecond }: Step): boolean {
  return errors === 0 && p99Ms <= MOST_P99_MS && answeredPerSecond >= perSecond * LEAST_ANSWERED
}
