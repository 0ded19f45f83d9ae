import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { MANIFEST_FILE } from './manifest.ts'

const BACKUP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/

/** Deletes all but the newest; anything in the folder that is not our backup is kept. */
export async function pruneBackups(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter(
    (name) => BACKUP.test(name) && existsSync(path.join(parent, name, MANIFEST_FILE)),
  )
  const old = names.sort().slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rm(path.join(parent, name), { recursive: true })
  return old
}
