import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** How a cage's folder begins; the process it belongs to follows. */
export const SANDBOX_FOLDER = 'trading-bot-cage-'

/** Removes the folders of processes that were killed before they could tidy up; those of the living stay. */
export async function sweepSandboxFolders(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const pid = name.startsWith(SANDBOX_FOLDER) ? Number.parseInt(name.slice(SANDBOX_FOLDER.length), 10) : Number.NaN
    if (!(pid > 0) || isAlive(pid)) continue
    // One of another user cannot be removed, and is that user's to remove.
    await rm(path.join(within, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
