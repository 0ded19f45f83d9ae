import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { ConfigError } from '../../config-error.ts'
import { type Database, openDatabase } from '../client.ts'
import { createRoleIfMissing, grantApplication } from './grant-application.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { prepareJobs } from './prepare-jobs.ts'

type Urls = {
  readonly databaseUrl: string
  readonly databaseDirectUrl?: string
  readonly databaseOwnerUrl: string | undefined
}

/**
 * Migrates as the owner of the database and grants the application's role its part. Without an owner's URL the
 * application's own role migrates, which makes it the owner: `checkRole` refuses that in production.
 */
export async function prepareDatabase(
  { databaseUrl, databaseDirectUrl = databaseUrl, databaseOwnerUrl }: Urls,
  folder: string,
): Promise<string[]> {
  const { pool, close } = openDatabase(databaseOwnerUrl ?? databaseDirectUrl, () => undefined, 2)
  try {
    const admit = databaseOwnerUrl === undefined ? undefined : (client: pg.PoolClient) => admitRole(client, databaseUrl)
    await prepareJobs(pool)
    return await migrate(pool, folder, { afterwards: admit })
  } finally {
    await close()
  }
}

async function admitRole(owner: pg.PoolClient, databaseUrl: string): Promise<void> {
  const { username, password } = new URL(databaseUrl)
  const role = decodeURIComponent(username)
  await createRoleIfMissing(owner, role, decodeURIComponent(password))
  await grantApplication(owner, role)
}

/** What production asks of a start without the owner's URL: a finished schema, and a role that cannot rewrite the past. */
export async function checkRole({ pool }: Database, folder: string): Promise<void> {
  const { rows } = await pool
    .query<{ is_strong: boolean; applied: string[] }>(
      `select (select rolsuper from pg_roles where rolname = current_user)
         or has_table_privilege('audit_lines', 'update') or has_table_privilege('ledger_lines', 'update') as is_strong,
         (select array_agg(name) from migrations) as applied`,
    )
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '42P01') throw new ConfigError(NOT_MIGRATED)
      throw error
    })
  const applied = new Set(rows[0]?.applied)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  refuseNewer(files, [...applied])
  if (!files.every((name) => applied.has(name))) throw new ConfigError(NOT_MIGRATED)
  if (rows[0]?.is_strong) throw new ConfigError(TOO_STRONG)
}

const NOT_MIGRATED =
  "The database is not of this version. Run npm run migrate with DATABASE_OWNER_URL, the URL of the database's owner."
const TOO_STRONG =
  "DATABASE_URL names a role that may rewrite the audit and the ledger. Give it a role of its own, and run npm run migrate with DATABASE_OWNER_URL, the URL of the database's owner, which grants that role what it needs."
