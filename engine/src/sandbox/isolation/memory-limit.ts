import type { Timers } from '../../ports/timers.ts'
import { processTree, residentBytes } from './process-tree.ts'

const MEGABYTE = 1024 * 1024
const WATCH_MS = 1_000
// Bubblewrap itself and the libraries that all sandboxes share.
const OTHER_MB = 64

/** Bounds what a script and everything below it hold together. The process's own address space is limited besides. */
export type MemoryLimit = {
  readonly apply: (pid: number, memoryMb: number, onExceeded: () => void) => Promise<AppliedLimit>
}

export type AppliedLimit = {
  /** Whether the kernel ended the process for it, asked after its end. */
  readonly wasExceeded: () => Promise<boolean>
  readonly release: () => Promise<void>
}

/** Where there is no cgroup of our own: looks at the resident memory every second. */
export function watchedMemory(timers: Timers): MemoryLimit {
  return {
    apply: async (pid, memoryMb, onExceeded) => {
      const most = (memoryMb + OTHER_MB) * MEGABYTE
      let hasExceeded = false
      const look = async () => {
        if ((await residentBytes(await processTree(pid))) <= most || hasExceeded) return
        hasExceeded = true
        stop()
        onExceeded()
      }
      const stop = timers.every(WATCH_MS, () => void look())
      return { wasExceeded: async () => hasExceeded, release: async () => stop() }
    },
  }
}
