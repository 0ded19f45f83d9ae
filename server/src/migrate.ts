// npm run migrate: brings the schema up to date as its owner (DATABASE_OWNER_URL) and grants the role of DATABASE_URL
// what the server needs, so that a production server never holds the owner's password.
import path from 'node:path'
import { ConfigError } from './platform/config.ts'
import { prepareDatabase } from './platform/db/start/prepare-database.ts'

try {
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = process.env
  if (!databaseUrl || !databaseOwnerUrl)
    throw new ConfigError(
      'npm run migrate needs DATABASE_URL and DATABASE_OWNER_URL: the application’s role and the owner.',
    )
  if (new URL(databaseUrl).username === new URL(databaseOwnerUrl).username)
    throw new ConfigError(
      'DATABASE_URL and DATABASE_OWNER_URL name the same role: the application needs one of its own.',
    )
  const applied = await prepareDatabase(
    { databaseUrl, databaseOwnerUrl },
    path.resolve(import.meta.dirname, '../migrations'),
  )
  process.stdout.write(`The database is up to date (${applied.length} migrations applied).\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
