import { systemDrain } from '../../ports/system-drain.ts'
import type { VirtualTime } from '../../ports/virtual-time.ts'

const STEP_MS = 10
// About ten seconds on a busy machine, far more than any test needs.
const MOST_TURNS = 400_000

/** Advances virtual time until the work is done, but not while a real call is pending. */
export async function settleWork<T>(time: VirtualTime, isOnWire: () => boolean, work: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  for (let turn = 0; !isDone; turn++) {
    if (turn > MOST_TURNS) throw new Error('the work did not finish')
    await systemDrain()
    if (!isDone && !isOnWire()) time.advanceBy(STEP_MS)
  }
  return work
}
