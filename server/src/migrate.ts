// npm run migrate: brings the schema up to date as its owner (DATABASE_OWNER_URL) and grants the role of DATABASE_URL
// what the server needs, so that a production server never holds the owner's password. It also says which registered
// algos this release would end, before any process of it starts.
import path from 'node:path'
import { ConfigError } from './platform/config-error.ts'
import { openDatabase } from './platform/db/client.ts'
import { prepareDatabase } from './platform/db/start/prepare-database.ts'
import { waitForDatabase } from './platform/db/start/wait-for-database.ts'
import { EXIT_CODES } from './platform/supervised.ts'
import { endedRegistrations } from './trading/algo-registry/index.ts'

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
  const folder = path.resolve(import.meta.dirname, '../migrations')
  // It often starts together with its database, and what needs the schema waits for it.
  const applied = await waitForDatabase(
    () => prepareDatabase({ databaseUrl, databaseOwnerUrl }, folder),
    (sentence) => void process.stderr.write(`${sentence}\n`),
  )
  process.stdout.write(`The database is up to date (${applied.length} migrations applied).\n`)
  const { db, close } = openDatabase(databaseOwnerUrl, () => {})
  for (const sentence of await endedRegistrations(db)) process.stdout.write(`${sentence}\n`)
  await close()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = EXIT_CODES[error instanceof ConfigError ? 'final' : 'unknown']
}
