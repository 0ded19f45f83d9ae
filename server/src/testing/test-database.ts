import pg from 'pg'
import { inject } from 'vitest'

let count = 0

/** A database of its own, cloned from the migrated template. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = new URL(inject('postgresUrl'))
  const name = `test_${process.pid}_${Date.now()}_${count++}`
  await runOnce(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnce(template, `drop database if exists ${name} with (force)`) }
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
