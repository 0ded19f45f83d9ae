import { execFile } from 'node:child_process'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { FreeSpace } from './free-space.ts'

const RESERVED_BYTES = 64 * 1024 ** 2
const CHUNK_BYTES = 1024 ** 2
// On a smaller disk it would be a shortage of its own.
const LEAST_DISK_BYTES = 4 * 1024 ** 3

const run = promisify(execFile)

export type Reserve = {
  readonly keep: (space: FreeSpace | undefined) => Promise<void>
  readonly free: () => Promise<void>
}

/**
 * Room that is taken while there is plenty, and given back when the disk is full: a database on the same disk can then
 * record the exits.
 */
export function reserveIn(folder: string): Reserve {
  const file = path.join(folder, 'reserve')
  return {
    keep: async (space) => {
      if (!space || space.totalBytes < LEAST_DISK_BYTES) return
      const there = await stat(file).catch(() => undefined)
      if (there?.size === RESERVED_BYTES) return
      // By another name until it is complete: several processes may share the folder.
      const incomplete = `${file}.${process.pid}`
      try {
        await takeRoom(incomplete)
        await rename(incomplete, file)
      } finally {
        await rm(incomplete, { force: true })
      }
    },
    free: () => rm(file, { force: true }),
  }
}

/** A file of that length alone would have no room of its own. */
async function takeRoom(file: string): Promise<void> {
  try {
    await run('fallocate', ['-l', String(RESERVED_BYTES), file])
  } catch {
    await writeZeros(file)
  }
}

async function writeZeros(file: string): Promise<void> {
  const zeros = Buffer.alloc(CHUNK_BYTES)
  const handle = await open(file, 'w')
  try {
    for (let written = 0; written < RESERVED_BYTES; written += CHUNK_BYTES) await handle.write(zeros)
  } finally {
    await handle.close()
  }
}
