import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { ConfigError } from '../../config-error.ts'
import { databaseTrouble } from '../database-trouble.ts'
import { MIGRATION_LOCK } from '../locks.ts'

type Options = {
  /** The files of an older schema, to restore a backup of it. */
  readonly only?: ReadonlySet<string>
  /** Runs under the same lock: two processes that start together must not change the same privileges. */
  readonly afterwards?: ((client: pg.PoolClient) => Promise<void>) | undefined
}

/** Applies numbered SQL files, forward only, each in its own transaction; a changed old file is an error. */
export async function migrate(pool: pg.Pool, folder: string, { only, afterwards }: Options = {}): Promise<string[]> {
  const client = await pool.connect()
  try {
    // A long migration, or waiting for another process's migration, must not hit the statement timeout.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const known = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const hashes = new Map(known.rows.map((row) => [row.name, row.hash]))
    const all = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    refuseNewer(all, [...hashes.keys()])
    const files = all.filter((name) => only?.has(name) ?? true)
    const applied: string[] = []
    for (const name of files) {
      const sql = await readFile(path.join(folder, name), 'utf8')
      if (await applyOnce(client, { name, sql, knownHash: hashes.get(name) })) applied.push(name)
    }
    await afterwards?.(client)
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

/** What a later release has written may mean something that this one does not know: it must not run on it. */
export function refuseNewer(known: readonly string[], applied: readonly string[]): void {
  const newest = applied
    .filter((name) => !known.includes(name))
    .sort()
    .at(-1)
  if (newest === undefined) return
  throw new ConfigError(
    `The database is of a newer release: migration ${newest} is not known here. Start the release that applied it, or restore the backup from before it (docs/operations.md, Go back).`,
  )
}

type File = { name: string; sql: string; knownHash: string | undefined }

async function applyOnce(client: pg.PoolClient, { name, sql, knownHash }: File): Promise<boolean> {
  const hash = createHash('sha256').update(sql).digest('hex')
  if (knownHash === hash) return false
  if (knownHash !== undefined)
    throw new ConfigError(`Migration ${name} was changed after it had been applied. Add a new one.`)
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (databaseTrouble(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`Migration ${name} failed and was undone: ${reason}.`, { cause: error })
  }
  return true
}
