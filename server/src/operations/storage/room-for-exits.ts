import type { Deps } from '../../platform/http/context.ts'
import { pauseOnFullDisk } from '../../trading/bot-instances/index.ts'
import type { FreeSpace } from './free-space.ts'
import { reserveIn } from './reserve-file.ts'

/** Reserved room for a full disk, and nobody who opens a position with it. */
export function roomForExits(deps: Deps, onError: (error: unknown, sentence: string) => void) {
  const reserve = reserveIn(deps.config.dataDir)
  // Unknown at first: a process that has paused may have ended since.
  let isPaused: boolean | undefined
  const pause = async (isFull: boolean): Promise<void> => {
    if (isPaused !== isFull) await pauseOnFullDisk(deps, isFull)
    isPaused = isFull
  }
  return {
    give: () =>
      reserve
        .free()
        .then(() => pause(true))
        .catch((error: unknown) => onError(error, 'new positions could not be paused for the full disk')),
    keep: (space: FreeSpace | undefined) =>
      reserve
        .keep(space)
        .then(() => pause(false))
        .catch((error: unknown) => onError(error, 'room could not be reserved again')),
  }
}
