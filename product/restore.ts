// npm run restore: restores a backup as the embedded database of a folder. Nothing is changed before the backup is
// verified, and an existing database is moved aside, never deleted.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { headsFile } from '../server/src/platform/audit/chain-heads.ts'
import { findKeys, type FoundKey, WHAT_KEYS_OPEN } from './backup/key-files.ts'
import { loadBackup, refuseNewerSchema } from './backup/load-backup.ts'
import { type BackupKey, type Manifest, verifyBackup } from './backup/manifest.ts'
import { findRunningPostgres, startPostgres } from './database/postgres.mjs'
import { lockFolder } from './supervisor/start-product.mjs'

const root = path.resolve(import.meta.dirname, '..')
const say = (line: string) => console.log(`  ${line}`)
const HOW = 'npm run restore -- --from FOLDER [--data-dir FOLDER] [--replace] [--without-keys]'

type Options = {
  readonly from: string
  readonly dataDir: string
  readonly isReplacing: boolean
  readonly isWithoutKeys: boolean
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) await main()

async function main(): Promise<void> {
  try {
    await restore(readOptions())
  } catch (error) {
    console.error(`\n  Nothing was restored. ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'data-dir': { type: 'string' },
      replace: { type: 'boolean', default: false },
      'without-keys': { type: 'boolean', default: false },
    },
  })
  if (!values.from) throw new Error(`Name the backup: ${HOW}`)
  if (process.env['DATABASE_URL']) {
    throw new Error('DATABASE_URL is set: restore your own PostgreSQL with its own tools, as docs/backup.md shows.')
  }
  const here = process.env['INIT_CWD'] ?? '.'
  const dataDir = values['data-dir']
    ? path.resolve(here, values['data-dir'])
    : path.resolve(root, process.env['DATA_DIR'] || '.data')
  const flags = { isReplacing: values.replace, isWithoutKeys: values['without-keys'] }
  return { from: path.resolve(here, values.from), dataDir, ...flags }
}

export async function restore(options: Options): Promise<void> {
  const { from, dataDir } = options
  const manifest = await verifyBackup(from)
  await refuseNewerSchema(root, manifest)
  refuseWrongKeys(manifest, findKeys(dataDir, process.env), options)
  const unlock = lockFolder(dataDir)
  try {
    const postgres = path.join(dataDir, 'postgres')
    if (findRunningPostgres(postgres)) throw new Error(`A PostgreSQL still runs on ${postgres}. Stop it first.`)
    if (existsSync(postgres) && !options.isReplacing) {
      throw new Error(`${dataDir} already holds a database. With --replace it is moved aside, and kept.`)
    }
    const fresh = path.join(dataDir, 'postgres.restoring')
    rmSync(fresh, { recursive: true, force: true })
    try {
      await fill(fresh, from, manifest)
      const stamp = new Date().toISOString().replaceAll(':', '-')
      putKeys(manifest, options, stamp)
      // The backup ends before the newest seal that was noted here.
      moveAside(headsFile(dataDir), stamp)
      moveAside(postgres, stamp)
      renameSync(fresh, postgres)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Restored ${manifest.tables.length} tables and ${rows} rows of ${manifest.taken_at} into ${dataDir}.`)
  say('Orders sent after that moment are not in it: compare with the broker before you trade with real money.')
}

async function fill(cluster: string, from: string, manifest: Manifest): Promise<void> {
  const postgres = await startPostgres({ root, folder: cluster })
  try {
    await loadBackup(root, postgres.url, from, manifest)
  } finally {
    await postgres.stop()
  }
}

/** A start with another key would not fail; it would be unable to open any stored secret. */
function refuseWrongKeys({ keys }: Manifest, found: readonly FoundKey[], options: Options): void {
  if (options.isWithoutKeys) return
  for (const key of keys) {
    const present = found.find(({ name }) => name === key.name)
    if (!present || key.fingerprint === null || present.fingerprint === key.fingerprint) continue
    const isMissing = present.fingerprint === null
    if (key.file !== null && (isMissing || (options.isReplacing && present.file !== undefined))) continue
    const what = isMissing ? 'is missing' : 'is not the key this backup was made with'
    throw new Error(
      `The key ${present.place} ${what}. Put the right one there, or restore --without-keys. ${WHAT_KEYS_OPEN}`,
    )
  }
}

function putKeys({ keys }: Manifest, { from, dataDir, isWithoutKeys }: Options, stamp: string): void {
  if (isWithoutKeys) return
  const found = findKeys(dataDir, process.env)
  for (const key of keys.filter(isIncluded)) {
    const present = found.find(({ name }) => name === key.name)
    if (present?.fingerprint === key.fingerprint) continue
    const target = path.join(dataDir, 'secrets', key.name)
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    moveAside(target, stamp)
    writeFileSync(target, readFileSync(path.join(from, key.file)), { mode: 0o600, flag: 'wx', flush: true })
  }
}

function isIncluded(key: BackupKey): key is BackupKey & { file: string } {
  return key.file !== null
}

function moveAside(place: string, stamp: string): void {
  if (!existsSync(place)) return
  const aside = `${place}.before-${stamp}`
  renameSync(place, aside)
  say(`Moved aside: ${aside}`)
}
