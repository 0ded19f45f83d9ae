// npm run backup: a consistent snapshot of the embedded database, even while the product runs and trades.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findKeys, WHAT_KEYS_OPEN } from './backup/key-files.ts'
import { openEmbedded } from './database/open-embedded.ts'
import type { Manifest } from './backup/manifest.ts'
import { pruneBackups } from './backup/prune-backups.ts'
import { writeBackup } from './backup/write-backup.ts'

const root = path.resolve(import.meta.dirname, '..')
const say = (line: string) => console.log(`  ${line}`)

try {
  await backUp()
} catch (error) {
  console.error(`\n  No backup was made. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function backUp(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, keep: { type: 'string' }, 'with-keys': { type: 'boolean', default: false } },
  })
  if (process.env['DATABASE_URL']) {
    throw new Error('DATABASE_URL is set: back up your own PostgreSQL with its own tools, as docs/backup.md shows.')
  }
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) throw new Error('--keep takes a number from 1.')
  const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.data')
  const parent = values.to ? path.resolve(process.env['INIT_CWD'] ?? '.', values.to) : path.join(dataDir, 'backups')
  const keys = findKeys(dataDir, process.env)
  const database = await openEmbedded(root, dataDir)
  try {
    const options = { root, url: database.url, parent, keys, isWithKeys: values['with-keys'] }
    const { folder, manifest } = await writeBackup(options)
    await noteBackup(dataDir, manifest)
    report(folder, manifest)
    reportKeys(manifest, keys)
  } finally {
    await database.close()
  }
  if (keep === undefined) return
  for (const name of await pruneBackups(parent, keep)) say(`Deleted the old backup ${name}.`)
}

/** The product shows the age of the newest backup among its metrics, wherever the backup went. */
async function noteBackup(dataDir: string, { taken_at }: Manifest): Promise<void> {
  await writeFile(path.join(dataDir, 'newest-backup'), `${taken_at}\n`)
}

function report(folder: string, { tables, parts, taken_at }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = parts.reduce((sum, part) => sum + part.bytes, 0) / 1e6
  say(`Backup of ${taken_at}: ${folder}`)
  say(`${tables.length} tables, ${rows} rows, ${megabytes.toFixed(1)} MB.`)
}

function reportKeys(manifest: Manifest, keys: ReturnType<typeof findKeys>): void {
  const included = new Set(manifest.keys.filter(({ file }) => file !== null).map(({ name }) => name))
  const left = keys.filter(({ name }) => !included.has(name))
  if (included.size > 0) say('The keys are in it: whoever has this folder can open every stored secret. Guard it.')
  if (left.length === 0) return
  say(`These keys are not in it. Keep them elsewhere. ${WHAT_KEYS_OPEN}`)
  for (const { place, fingerprint } of left) say(`  ${place}${fingerprint === null ? ' (not found here)' : ''}`)
}
