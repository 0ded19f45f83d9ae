// Loads a backup into a new cluster beside the old one, which it replaces only when every row is there.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../server/src/platform/db/start/prepare-jobs.ts'
import type { Manifest } from './manifest.ts'
import { listTables, nameOf, readJobSchema } from './schema.ts'

/** The next start migrates an older backup; a newer one has tables that this version does not know. */
export async function refuseNewerSchema(root: string, { migrations }: Manifest): Promise<void> {
  const folder = path.join(root, 'server/migrations')
  const here = new Set(await readdir(folder))
  for (const { name, hash } of migrations) {
    if (!here.has(name)) {
      throw new Error(
        `A newer version of Trading Bot made this backup: ${name} is not known here. Update this one first.`,
      )
    }
    const ours = createHash('sha256')
      .update(await readFile(path.join(folder, name)))
      .digest('hex')
    if (ours !== hash)
      throw new Error(`Another version of Trading Bot made this backup: its ${name} differs from ours.`)
  }
}

export async function loadBackup(root: string, url: string, folder: string, manifest: Manifest): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await migrate(pool, path.join(root, 'server/migrations'), {
      only: new Set(manifest.migrations.map(({ name }) => name)),
    })
    await prepareJobs(pool)
    const client = await pool.connect()
    try {
      await refuseUnknownTables(client, manifest)
      await loadRows(client, folder, manifest)
      await countRows(client, manifest)
      await client.query('analyze')
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

async function refuseUnknownTables(client: pg.PoolClient, { tables, job_schema }: Manifest): Promise<void> {
  const isNewer = job_schema > (await readJobSchema(client))
  const here = new Set((await listTables(client)).map(nameOf))
  const unknown = tables.find((table) => !here.has(nameOf(table)))
  if (isNewer || unknown) {
    const what = unknown ? `table ${nameOf(unknown)}` : 'the schema of its jobs'
    throw new Error(`Another version of Trading Bot made this backup: ${what} is not known here.`)
  }
}

async function loadRows(client: pg.PoolClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  await client.query('begin')
  // The rows are a consistent snapshot: triggers must not count, check or notify again.
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${(await listTables(client)).map(nameOf).join(', ')}`)
  for (const table of tables) {
    const columns = table.columns.map((column) => `"${column}"`).join(', ')
    const target = client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`))
    await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), target)
  }
  for (const sequence of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      nameOf(sequence),
      sequence.last_value,
      sequence.is_called,
    ])
  }
  await client.query('commit')
}

async function countRows(client: pg.PoolClient, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${nameOf(table)}`)
    const count = Number(rows[0]?.count)
    if (count !== table.rows) {
      throw new Error(`The restored table ${nameOf(table)} has ${count} rows; the backup has ${table.rows}.`)
    }
  }
}
