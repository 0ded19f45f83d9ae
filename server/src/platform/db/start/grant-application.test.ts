import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import { APPEND_ONLY, NEVER_DELETED } from './grant-application.ts'
import { openDatabase } from '../client.ts'
import { checkRole, prepareDatabase } from './prepare-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
})

const DENIED = { code: '42501' }

test("the application's role is no superuser, owns nothing and creates nothing", async () => {
  const { rows } = await client.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
       (select count(*)::int from pg_class where relowner = r.oid) as owned
     from pg_roles r where rolname = current_user`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, owned: 0 }])
  await expect(client.query('create table mine (id int)')).rejects.toMatchObject(DENIED)
  await expect(client.query('alter table users disable trigger all')).rejects.toMatchObject(DENIED)
  await expect(client.query("update migrations set hash = ''")).rejects.toMatchObject(DENIED)
  await expect(client.query('update simulated_market set generator = 1')).rejects.toMatchObject(DENIED)
})

test.each(APPEND_ONLY)('%s takes new rows, and no change, removal or truncation', async (table) => {
  await expect(client.query(`delete from ${table}`)).rejects.toMatchObject(DENIED)
  await expect(client.query(`truncate ${table} cascade`)).rejects.toMatchObject(DENIED)
  const { rows } = await client.query(
    `select has_table_privilege($1, 'insert') as adds, has_table_privilege($1, 'update') as changes,
       has_any_column_privilege($1, 'update') as changes_some`,
    [table],
  )
  expect(rows).toEqual([{ adds: true, changes: false, changes_some: false }])
})

test.each(NEVER_DELETED)('%s keeps its rows', async (table) => {
  await expect(client.query(`delete from ${table}`)).rejects.toMatchObject(DENIED)
})

test('the audit forgets nobody whose account is open', async () => {
  await expect(client.query('select erase_from_audit(gen_random_uuid())')).rejects.toThrow('only a closed account')
})

test('notes on a user, and the addresses of consents, stay while the account is open', async () => {
  await expect(client.query('select erase_user_notes(gen_random_uuid())')).rejects.toThrow('only the notes on a closed')
  await expect(client.query('select erase_consent_addresses(gen_random_uuid())')).rejects.toThrow('only the addresses')
})

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../migrations')

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

/** This release's migrations and one more. */
async function withOneMore(sql: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  await writeFile(path.join(folder, '9001_newer.sql'), sql)
  return folder
}

test('production refuses a database of another version, older or newer, and one without any table', async () => {
  await expect(check(database.url, await withOneMore('select 1'))).rejects.toThrow('Run npm run migrate')
  const older = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await expect(check(database.url, older)).rejects.toThrow('The database is of a newer release')
  const empty = new URL(database.ownerUrl)
  empty.pathname = '/postgres'
  await expect(check(empty.href)).rejects.toThrow('Run npm run migrate')
})

test('ten processes that start together grant the role its part, also on tables of a new migration', async () => {
  const folder = await withOneMore('create table newer (id int)')
  const urls = { databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl }
  await Promise.all(Array.from({ length: 10 }, () => prepareDatabase(urls, folder)))
  const { pool, close } = openDatabase(database.url, () => undefined, 1)
  await pool.query('insert into newer values (1)')
  await expect(pool.query('drop table newer')).rejects.toMatchObject(DENIED)
  await close()
})
