// What a backup contains, when a restore refuses it, and what a restore never overwrites.
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../server/src/platform/db/start/prepare-jobs.ts'
import { findKeys } from './backup/key-files.ts'
import { refuseNewerSchema } from './backup/load-backup.ts'
import { verifyBackup } from './backup/manifest.ts'
import { pruneBackups } from './backup/prune-backups.ts'
import { writeBackup } from './backup/write-backup.ts'
import { type Postgres, startPostgres } from './database/postgres.mjs'
import { restore } from './restore.ts'
import { newDataDir, root } from './testing/run-start.ts'
import { runTool } from './testing/run-tool.ts'

const MIGRATIONS = path.join(root, 'server/migrations')
const LEVELS = readdirSync(MIGRATIONS).sort()
const NEWEST = LEVELS.at(-1) ?? ''
const PART = 'tables/public.settings.copy.gz'

const folders: ReturnType<typeof newDataDir>[] = []
let source: string
let postgres: Postgres
let pool: pg.Pool
/** A backup of a product one version older than this one, without its keys. */
let backup: string
let output: string

beforeAll(async () => {
  source = freshDataDir()
  postgres = await startPostgres({ root, folder: path.join(source, 'postgres') })
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, MIGRATIONS, { only: new Set(LEVELS.slice(0, -1)) })
  await prepareJobs(pool)
  await pool.query(`insert into settings (key, value, updated_at) values ('mail.from_name', '"Acme"', now())`)
  await pool.query(`select graphile_worker.add_job('send_mail', '{}'), nextval('live_changes')`)
  writeKeys(source)
  ;({ folder: backup, output } = await backUp(source))
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  for (const each of folders) each.remove()
})

function freshDataDir(): string {
  const fresh = newDataDir()
  folders.push(fresh)
  return fresh.dataDir
}

function writeKeys(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'secrets'), { recursive: true })
  for (const name of ['credentials_key', 'auth_secret']) {
    writeFileSync(path.join(dataDir, 'secrets', name), randomBytes(32).toString('base64'), { flag: 'wx' })
  }
}

async function backUp(dataDir: string, ...args: string[]) {
  const done = await runTool('backup.ts', args, { DATA_DIR: dataDir })
  expect(done).toMatchObject({ code: 0 })
  const folder = /Backup of \S+: (\S+)/.exec(done.output)?.[1] ?? ''
  return { ...done, folder }
}

/** What a restore without flags says when it refuses; undefined when it has restored. */
function refusalOf(from: string, dataDir: string, isWithoutKeys = false): Promise<string | undefined> {
  const options = { from, dataDir, isReplacing: false, isWithoutKeys }
  return restore(options).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
    format: number
    migrations: { name: string; hash: string }[]
    tables: { file: string; rows: number }[]
    keys: { name: string; file: string | null }[]
    parts: { file: string; sha256: string }[]
  }
}

/** With the right checksum: as if a newer product had written it, not damage. */
function writeManifest(folder: string, manifest: object): void {
  const text = JSON.stringify(manifest)
  writeFileSync(path.join(folder, 'manifest.json'), text)
  const sum = createHash('sha256').update(text).digest('hex')
  writeFileSync(path.join(folder, 'manifest.sha256'), `${sum}  manifest.json\n`)
}

async function look<T>(dataDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const cluster = await startPostgres({ root, folder: path.join(dataDir, 'postgres') })
  const restored = new pg.Pool({ connectionString: cluster.url, max: 1 })
  restored.on('error', () => undefined)
  try {
    return await work(restored)
  } finally {
    await restored.end()
    await cluster.stop()
  }
}

test('a backup without keys names the files to keep, and its own files are readable by the owner only', () => {
  expect(output).toContain('These keys are not in it. Keep them elsewhere.')
  expect(output).toContain(path.join(source, 'secrets/credentials_key'))
  expect(output).toContain(path.join(source, 'secrets/auth_secret'))
  const files = readdirSync(backup, { recursive: true, withFileTypes: true })
  for (const file of files) {
    const { mode } = statSync(path.join(file.parentPath, file.name))
    expect([file.name, mode & 0o077]).toEqual([file.name, 0])
  }
  const secret = readFileSync(path.join(source, 'secrets/credentials_key'), 'utf8')
  const contents = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(path.join(file.parentPath, file.name)))
  expect(contents.some((bytes) => bytes.includes(secret))).toBe(false)
})

test('pruning keeps the newest backups and everything else in the folder', async () => {
  const parent = freshDataDir()
  const beside = ['notes.txt', '2020-01-01T00-00-00.000Z']
  for (const name of beside) mkdirSync(path.join(parent, name))
  const options = { root, url: postgres.url, parent, keys: findKeys(source, {}), isWithKeys: false }
  const names: string[] = []
  for (let turn = 0; turn < 2; turn++) names.push(path.basename((await writeBackup(options)).folder))
  expect(await pruneBackups(parent, 1)).toEqual(names.slice(0, 1))
  expect(readdirSync(parent).sort()).toEqual([...beside, ...names.slice(1)].sort())
})

test('a damaged, truncated, incomplete, altered or newer backup is refused with a sentence', async () => {
  const damage: [harm: (folder: string) => void, sentence: string][] = [
    [flipByte, `damaged: ${PART} does not match its checksum`],
    [(folder) => truncateSync(path.join(folder, PART), 10), `damaged: ${PART} has 10 bytes instead of`],
    [(folder) => rmSync(path.join(folder, PART)), `incomplete: ${PART} is missing`],
    [(folder) => rmSync(path.join(folder, 'manifest.json')), 'not a complete backup: its manifest is missing'],
    [(folder) => writeFileSync(path.join(folder, 'manifest.json'), '{}'), 'altered: its manifest does not match'],
    [addMigration, 'A newer version of Trading Bot made this backup: 9999_future.sql is not known here'],
    [(folder) => writeManifest(folder, { ...readManifest(folder), format: 2 }), 'A newer version of Trading Bot made'],
    [forgetPart, `names ${PART} without a checksum`],
  ]
  for (const [harm, sentence] of damage) {
    const copy = copyOf(backup, harm)
    const check = async () => refuseNewerSchema(root, await verifyBackup(copy))
    await expect(check()).rejects.toThrow(sentence)
  }
})

test('a refused restore changes nothing, even when only the rows show the error', async () => {
  const dataDir = freshDataDir()
  // Without keys, which are missing here: whoever gives up the secrets is not asked for them.
  expect(await refusalOf(copyOf(backup, addRow), dataDir, true)).toContain('has 1 rows; the backup has 2.')
  expect(readdirSync(dataDir).filter((name) => name !== 'postgres.log')).toEqual([])
})

function copyOf(folder: string, harm: (copy: string) => void): string {
  const copy = path.join(freshDataDir(), 'backup')
  cpSync(folder, copy, { recursive: true })
  harm(copy)
  return copy
}

function flipByte(folder: string): void {
  const file = path.join(folder, PART)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

function addMigration(folder: string): void {
  const manifest = readManifest(folder)
  writeManifest(folder, { ...manifest, migrations: [...manifest.migrations, { name: '9999_future.sql', hash: '' }] })
}

function addRow(folder: string): void {
  const manifest = readManifest(folder)
  const tables = manifest.tables.map((table) => (table.file === PART ? { ...table, rows: table.rows + 1 } : table))
  writeManifest(folder, { ...manifest, tables })
}

function forgetPart(folder: string): void {
  const manifest = readManifest(folder)
  writeManifest(folder, { ...manifest, parts: manifest.parts.filter(({ file }) => file !== PART) })
}

test('a backup restores with the right keys only, migrates at the next start, and replaces a database that it keeps', async () => {
  const dataDir = freshDataDir()
  const secrets = path.join(dataDir, 'secrets')
  const rightKey = readFileSync(path.join(source, 'secrets/credentials_key'), 'utf8')
  expect(await refusalOf(backup, dataDir)).toContain(`The key ${path.join(secrets, 'credentials_key')} is missing.`)
  writeKeys(dataDir)
  const otherKey = readFileSync(path.join(secrets, 'credentials_key'), 'utf8')
  expect(await refusalOf(backup, dataDir)).toContain('credentials_key is not the key this backup was made with.')
  expect(readdirSync(dataDir)).toEqual(['secrets'])
  cpSync(path.join(source, 'secrets'), secrets, { recursive: true })
  expect(await refusalOf(backup, dataDir)).toBeUndefined()

  // Stopped, and stays stopped afterwards.
  const withKeys = (await backUp(dataDir, '--with-keys')).folder
  expect(readManifest(withKeys).keys.map(({ file }) => file)).toEqual(['keys/credentials_key', 'keys/auth_secret'])
  expect(readdirSync(dataDir).sort()).toEqual(['backups', 'newest-backup', 'postgres', 'postgres.log', 'secrets'])
  expect(readFileSync(path.join(dataDir, 'newest-backup'), 'utf8')).toMatch(/^2\d{3}-\d\d-\d\dT.*Z\n$/)
  expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')

  await look(dataDir, (restored) => restored.query(`update settings set value = '"Changed"'`))
  expect(await refusalOf(withKeys, dataDir)).toContain(
    'already holds a database. With --replace it is moved aside, and kept.',
  )
  writeFileSync(path.join(secrets, 'credentials_key'), otherKey)
  const replaced = await runTool('restore.ts', ['--from', withKeys, '--data-dir', dataDir, '--replace'])
  expect(replaced).toMatchObject({ code: 0 })
  expect(readFileSync(path.join(secrets, 'credentials_key'), 'utf8')).toBe(rightKey)
  await look(dataDir, async (restored) => {
    const answer = async (query: string) => (await restored.query(query)).rows
    expect(await answer('select value from settings')).toEqual([{ value: 'Acme' }])
    expect(await answer('select task_identifier from graphile_worker.jobs')).toEqual([{ task_identifier: 'send_mail' }])
    expect(await answer(`select nextval('live_changes')`)).toEqual([{ nextval: '2' }])
    expect(await answer(`select * from graphile_worker.add_job('send_mail', '{}')`)).toHaveLength(1)
    expect(await migrate(restored, MIGRATIONS)).toEqual([NEWEST])
  })

  const aside = (folder: string) => readdirSync(folder).find((name) => name.includes('.before-')) ?? ''
  expect(readFileSync(path.join(secrets, aside(secrets)), 'utf8')).toBe(otherKey)
  const former = freshDataDir()
  cpSync(path.join(dataDir, aside(dataDir)), path.join(former, 'postgres'), { recursive: true })
  const kept = await look(former, async (each) => (await each.query('select value from settings')).rows)
  expect(kept).toEqual([{ value: 'Changed' }])
})

test('an external PostgreSQL is left to its own tools, and a folder without a database is refused', async () => {
  const env = { DATABASE_URL: 'postgres://db.example.in/trading' }
  for (const run of [runTool('backup.ts', [], env), runTool('restore.ts', ['--from', backup], env)]) {
    const { code, output } = await run
    expect(code).toBe(1)
    expect(output).toContain('with its own tools, as docs/backup.md shows')
  }
  const nowhere = await runTool('backup.ts', [], { DATA_DIR: freshDataDir() })
  expect(nowhere.output).toContain('There is no database in')
})
