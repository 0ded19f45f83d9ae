// The keys beside the database: without them its sealed secrets can never be opened.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { decodeSecret } from '../../server/src/platform/config.ts'
import { keyIdOf } from '../../server/src/trading/credentials/sealed-credentials.ts'
import { writeDurably } from './durable-files.ts'
import type { BackupKey, BackupPart } from './manifest.ts'

export const KEYS = [
  { name: 'credentials_key', variable: 'CREDENTIALS_KEY' },
  { name: 'auth_secret', variable: 'AUTH_SECRET' },
] as const

export const WHAT_KEYS_OPEN =
  'Without the keys a restored database cannot open broker credentials, second factors and waiting mails, and nobody stays signed in.'

export type FoundKey = {
  readonly name: string
  /** Where the operator finds it: a file, or an environment variable. */
  readonly place: string
  readonly file: string | undefined
  readonly fingerprint: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** The keys that a start on this folder would use; a fingerprint of null means that the key is missing. */
export function findKeys(dataDir: string, env: Environment): FoundKey[] {
  return KEYS.map(({ name, variable }) => {
    const given = env[variable]
    if (given)
      return { name, place: `${variable} of the environment`, file: undefined, fingerprint: printOf(variable, given) }
    const place = path.join(dataDir, 'secrets', name)
    if (!existsSync(place)) return { name, place, file: undefined, fingerprint: null }
    return { name, place, file: place, fingerprint: printOf(place, readFileSync(place, 'utf8').trim()) }
  })
}

function printOf(place: string, text: string): string {
  return keyIdOf(decodeSecret(place, text))
}

/** Every key is named; its file is copied only on request. */
export async function copyKeys(folder: string, keys: readonly FoundKey[], isWithKeys: boolean) {
  await mkdir(path.join(folder, 'keys'), { mode: 0o700 })
  const listed: BackupKey[] = []
  const parts: BackupPart[] = []
  for (const { name, file, fingerprint } of keys) {
    const isTaken = isWithKeys && file !== undefined
    const target = `keys/${name}`
    listed.push({ name, fingerprint, file: isTaken ? target : null })
    if (!isTaken) continue
    const bytes = await readFile(file)
    await writeDurably(path.join(folder, target), bytes)
    parts.push({ file: target, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return { keys: listed, parts }
}
