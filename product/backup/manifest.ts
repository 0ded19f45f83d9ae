// The manifest of a backup. A restore trusts nothing that is not listed here with its checksum.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

export const FORMAT = 1
export const MANIFEST_FILE = 'manifest.json'
/** In the format of sha256sum, so that a backup can be checked without this program. */
export const MANIFEST_SUM_FILE = 'manifest.sha256'

const Name = z.string().check(z.regex(/^\w+$/))
/** Inside the backup's folder, never outside it. */
const FileName = z.string().check(z.regex(/^(tables|keys)\/[\w.]+$/))

const Manifest = z.object({
  format: z.literal(FORMAT),
  taken_at: z.string(),
  product: z.object({ version: z.string(), commit: z.nullable(z.string()) }),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The job queue has its own schema, created by its package. */
  job_schema: z.int(),
  tables: z.array(z.object({ schema: Name, name: Name, columns: z.array(Name), rows: z.int(), file: FileName })),
  sequences: z.array(z.object({ schema: Name, name: Name, last_value: z.string(), is_called: z.boolean() })),
  /** The fingerprint shows whether a key is the right one, and nothing else about it. */
  keys: z.array(z.object({ name: Name, fingerprint: z.nullable(z.string()), file: z.nullable(FileName) })),
  parts: z.array(z.object({ file: FileName, bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type BackupTable = Manifest['tables'][number]
export type BackupKey = Manifest['keys'][number]
export type BackupPart = Manifest['parts'][number]

/** The manifest of a complete and unaltered backup; anything else throws the sentence that the operator reads. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined)
  const sum = await readFile(path.join(folder, MANIFEST_SUM_FILE), 'utf8').catch(() => undefined)
  if (text === undefined || sum === undefined)
    throw new Error(`${folder} is not a complete backup: its manifest is missing.`)
  if (sum !== sumLine(text)) throw new Error('This backup was altered: its manifest does not match its checksum.')
  const manifest = parseManifest(text)
  for (const part of manifest.parts) await verifyPart(folder, part)
  const known = new Set(manifest.parts.map(({ file }) => file))
  const named = [...manifest.tables.map(({ file }) => file), ...manifest.keys.flatMap(({ file }) => file ?? [])]
  const unknown = named.find((file) => !known.has(file))
  if (unknown) throw new Error(`This backup is incomplete: it names ${unknown} without a checksum.`)
  return manifest
}

export function sumLine(manifest: string): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  ${MANIFEST_FILE}\n`
}

function parseManifest(text: string): Manifest {
  const json: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(json)
  if (format > FORMAT) throw new Error('A newer version of Trading Bot made this backup. Update this one first.')
  return Manifest.parse(json)
}

async function verifyPart(folder: string, { file, bytes, sha256 }: BackupPart): Promise<void> {
  const place = path.join(folder, file)
  const found = await stat(place).catch(() => undefined)
  if (!found) throw new Error(`This backup is incomplete: ${file} is missing.`)
  if (found.size !== bytes)
    throw new Error(`This backup is damaged: ${file} has ${found.size} bytes instead of ${bytes}.`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(place), hash)
  if (hash.digest('hex') !== sha256) throw new Error(`This backup is damaged: ${file} does not match its checksum.`)
}
