import { systemDrain } from '../../ports/system-drain.ts'
import type { VirtualTime } from '../../ports/virtual-time.ts'

const STEP_MS = 10
// About ten seconds of a busy machine; nothing in the tests comes near it.
const MOST_TURNS = 400_000

/** Turns virtual time until the work is done, standing still while a real call is on the wire. */
export async function settleWork<T>(time: VirtualTime, isOnWire: () => boolean, work: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  for (let turn = 0; !isDone; turn++) {
    if (turn > MOST_TURNS) throw new Error('the work did not end')
    await systemDrain()
    if (!isDone && !isOnWire()) time.advanceBy(STEP_MS)
  }
  return work
}
