import pg from 'pg'
import { inject } from 'vitest'

let count = 0

export type TestDatabase = {
  /** Of the application's role, as in production. */
  readonly url: string
  /** For what only the owner may do, such as changing the schema or the audit. */
  readonly ownerUrl: string
}

/** A database of its own, cloned from the migrated template; it goes with the whole server at the run's end. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('postgresUrl'))
  const name = `test_${process.pid}_${Date.now()}_${count++}`
  // The other strategy writes every page of the template to the log, which takes twice as long.
  await runOnce(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  const within = (server: string) => {
    const url = new URL(server)
    url.pathname = `/${name}`
    return url.href
  }
  return { url: within(inject('applicationUrl')), ownerUrl: within(inject('postgresUrl')) }
}

// The template must have no connections while it is cloned, so these statements go through another database.
async function runOnce(server: URL, statement: string): Promise<void> {
  const address = new URL(server)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  // Two files may clone the template at the same moment: a lock makes them wait for each other.
  try {
    await client.query('select pg_advisory_lock(727002)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
