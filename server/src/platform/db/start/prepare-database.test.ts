import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import { openDatabase } from '../client.ts'
import { checkRole, prepareDatabase } from './prepare-database.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../migrations')

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})

async function check(url: string, folder = MIGRATIONS) {
  const opened = openDatabase(url, () => undefined, 1)
  try {
    await checkRole(opened, folder)
  } finally {
    await opened.close()
  }
}

test("production starts with the application's role and refuses the owner's", async () => {
  await expect(check(database.url)).resolves.toBeUndefined()
  await expect(check(database.ownerUrl)).rejects.toThrow('may rewrite the audit and the ledger')
})

test('production refuses a database of another version, and one without any table', async () => {
  const newer = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await writeFile(path.join(newer, '9001_newer.sql'), 'select 1')
  await expect(check(database.url, newer)).rejects.toThrow('Run npm run migrate')
  const empty = new URL(database.ownerUrl)
  empty.pathname = '/postgres'
  await expect(check(empty.href)).rejects.toThrow('Run npm run migrate')
})

test('ten processes that start together grant the role its part, also on tables of a new migration', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await writeFile(path.join(folder, '9001_newer.sql'), 'create table newer (id int)')
  const urls = { databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl }
  await Promise.all(Array.from({ length: 10 }, () => prepareDatabase(urls, folder)))
  const { pool, close } = openDatabase(database.url, () => undefined, 1)
  await pool.query('insert into newer values (1)')
  await expect(pool.query('drop table newer')).rejects.toMatchObject({ code: '42501' })
  await close()
})
