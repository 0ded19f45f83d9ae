import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Prefix of a sandbox folder's name, followed by the process id of its owner. */
export const SANDBOX_FOLDER = 'trading-bot-sandbox-'

/** Removes folders of processes that were killed before they could clean up. */
export async function sweepSandboxFolders(within: string): Promise<void> {
  for (const name of await readdir(within)) {
    const pid = name.startsWith(SANDBOX_FOLDER) ? Number.parseInt(name.slice(SANDBOX_FOLDER.length), 10) : Number.NaN
    if (!(pid > 0) || isAlive(pid)) continue
    // A folder of another user cannot be removed and is skipped.
    await rm(path.join(within, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
