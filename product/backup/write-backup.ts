// A backup of the running database: every table at one moment, in a folder that appears only when it is complete.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { syncFolder, writeDurably } from './durable-files.ts'
import { copyKeys, type FoundKey } from './key-files.ts'
import {
  type BackupPart,
  type BackupTable,
  FORMAT,
  MANIFEST_FILE,
  MANIFEST_SUM_FILE,
  type Manifest,
  sumLine,
} from './manifest.ts'
import { listColumns, listSequences, listTables, nameOf, readJobSchema, type TableName } from './schema.ts'

type Options = {
  readonly root: string
  readonly url: string
  readonly parent: string
  readonly keys: readonly FoundKey[]
  readonly isWithKeys: boolean
}

export type Written = { readonly folder: string; readonly manifest: Manifest }

export async function writeBackup({ root, url, parent, keys, isWithKeys }: Options): Promise<Written> {
  const name = new Date().toISOString().replaceAll(':', '-')
  const partial = path.join(parent, `.${name}.partial`)
  const folder = path.join(parent, name)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await mkdir(partial, { mode: 0o700 })
  const client = new pg.Client({ connectionString: url, application_name: 'trading-bot backup' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const contents = await copyDatabase(client, partial)
    const kept = await copyKeys(partial, keys, isWithKeys)
    const manifest: Manifest = {
      format: FORMAT,
      product: await describeProduct(root),
      ...contents,
      keys: kept.keys,
      parts: [...contents.parts, ...kept.parts],
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeDurably(path.join(partial, MANIFEST_FILE), text)
    await writeDurably(path.join(partial, MANIFEST_SUM_FILE), sumLine(text))
    for (const each of ['tables', 'keys', '.']) await syncFolder(path.join(partial, each))
    await rename(partial, folder)
    await syncFolder(parent)
    return { folder, manifest }
  } finally {
    await client.end().catch(() => undefined)
    await rm(partial, { recursive: true, force: true })
  }
}

/** All in one snapshot: a transaction is in it completely or not at all. */
async function copyDatabase(client: pg.Client, folder: string) {
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 })
  const locked = await listTables(client)
  // A migration may lock a table for long: better no backup now than one that waits unnoticed.
  await client.query(`set lock_timeout = '10s'`)
  await client.query('begin isolation level repeatable read read only')
  // Before the first read: a table changed or truncated later would not be as it was at that moment.
  await client.query(`lock table ${locked.map(nameOf).join(', ')} in access share mode`)
  const { rows } = await client.query<{ taken_at: Date }>('select now() as taken_at')
  const found = await listTables(client)
  if (found.map(nameOf).join() !== locked.map(nameOf).join()) {
    throw new Error('The tables changed while the backup began: is an update running? Try again when it is done.')
  }
  const tables: BackupTable[] = []
  const parts: BackupPart[] = []
  for (const table of found) {
    const copied = await copyTable(client, folder, table)
    tables.push(copied.table)
    parts.push(copied.part)
  }
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  const contents = {
    taken_at: rows[0]?.taken_at.toISOString() ?? '',
    postgres: version.rows[0]?.server_version ?? '',
    migrations: migrations.rows,
    job_schema: await readJobSchema(client),
    tables,
    // Sequences have no snapshot: read last, they are never behind the rows.
    sequences: await listSequences(client),
    parts,
  }
  await client.query('commit')
  return contents
}

async function copyTable(client: pg.Client, folder: string, table: TableName) {
  const columns = await listColumns(client, table)
  const file = `tables/${table.schema}.${table.name}.copy.gz`
  const rows = client.query(
    copyTo(`copy ${nameOf(table)} (${columns.map((column) => `"${column}"`).join(', ')}) to stdout`),
  )
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const handle = await open(path.join(folder, file), 'wx', 0o600)
  // Light compression, because the engine trades on the same cores.
  await pipeline(rows, createGzip({ level: 1 }), measure, handle.createWriteStream({ flush: true }))
  return {
    table: { ...table, columns, rows: rows.rowCount, file },
    part: { file, bytes, sha256: hash.digest('hex') },
  }
}

async function describeProduct(root: string): Promise<Manifest['product']> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return { version, commit: git.status === 0 ? git.stdout.trim() : null }
}
