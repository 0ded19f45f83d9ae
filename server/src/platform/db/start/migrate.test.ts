import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { migrate } from './migrate.ts'

let pool: pg.Pool
let folder: string
beforeEach(async () => {
  const database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.ownerUrl })
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  // The product's own are not in the folder.
  await pool.query('truncate migrations')
})
afterEach(async () => {
  await pool.end()
  await rm(folder, { recursive: true })
})

const add = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

test('ten processes that start at the same time apply each migration once', async () => {
  await add('1001_a.sql', 'create table a (id int)')
  await add('1002_b.sql', 'insert into a values (1)')
  // Connected before the race, or the first process would be done before the others begin.
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  for (const client of clients) client.release()
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(pool, folder)))
  expect(applied.flat().sort()).toEqual(['1001_a.sql', '1002_b.sql'])
  expect((await pool.query('select * from a')).rowCount).toBe(1)
})

test('a migration that fails is rolled back and can be fixed', async () => {
  await add('1001_a.sql', 'create table a (id int); select no_such_function()')
  await expect(migrate(pool, folder)).rejects.toThrow('no_such_function')
  await add('1001_a.sql', 'create table a (id int)')
  expect(await migrate(pool, folder)).toEqual(['1001_a.sql'])
})

test('a migration changed after it was applied is an error that names it', async () => {
  await add('1001_a.sql', 'create table a (id int)')
  await migrate(pool, folder)
  await add('1001_a.sql', 'create table a (id bigint)')
  await expect(migrate(pool, folder)).rejects.toThrow('Migration 1001_a.sql was changed')
})

test('a database that a later release has migrated is refused, and left as it is', async () => {
  await add('1001_a.sql', 'create table a (id int)')
  await add('1003_c.sql', 'create table c (id int)')
  await migrate(pool, folder)
  await rm(path.join(folder, '1003_c.sql'))
  await add('1002_b.sql', 'create table b (id int)')
  await expect(migrate(pool, folder)).rejects.toThrow('newer release: migration 1003_c.sql is not known here')
  expect((await pool.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }])
})

test('a migration is rolled back when it cannot be recorded as applied', async () => {
  await add('1001_a.sql', 'create table a (id int); alter table migrations rename to lost')
  await expect(migrate(pool, folder)).rejects.toThrow('migrations')
  await add('1001_a.sql', 'create table a (id int)')
  expect(await migrate(pool, folder)).toEqual(['1001_a.sql'])
})

test("a long migration is exempt from the pool's statement timeout, which applies again afterwards", async () => {
  const { connectionString } = pool.options
  const hasty = new pg.Pool({ connectionString, max: 1, statement_timeout: 100 })
  await add('1001_a.sql', 'select pg_sleep(0.15)')
  expect(await migrate(hasty, folder)).toEqual(['1001_a.sql'])
  expect((await hasty.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '100ms' }])
  await hasty.end()
})
