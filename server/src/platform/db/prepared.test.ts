import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { openDatabase } from './client.ts'
import { askedIds, runPrepared } from './prepared.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

const usersOf = (ids: readonly string[]) => sql<{ id: string }>`
  select u.id from ${askedIds(ids)} join users u on u.id = asked.id`

async function preparedOn(prepares: boolean, ids: readonly (readonly string[])[]) {
  const { db, close } = openDatabase(testDatabase.url, () => undefined, 1, { prepares })
  for (const each of ids) await runPrepared(db, usersOf(each))
  const { rows } = await sql<{ statement: string; generic: string; custom: string }>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like '%join users u%'`.execute(db)
  await close()
  return rows
}

test('a statement is prepared once for each connection, and planned once for any number of ids', async () => {
  const calls = Array.from({ length: 12 }, (_, call) => Array.from({ length: 1 + call * 5 }, () => crypto.randomUUID()))
  const [statement, ...others] = await preparedOn(true, calls)
  expect(others).toEqual([])
  expect(statement).toMatchObject({ custom: '5', generic: '7' })
})

test('nothing is prepared behind a pooler that does not know prepared statements', async () => {
  expect(await preparedOn(false, [[crypto.randomUUID()]])).toEqual([])
})

test('ids are found whichever digits they begin with', async () => {
  const { db, close } = openDatabase(testDatabase.url, () => undefined, 1)
  const ids = ['0', '9', 'a', 'f'].map((digit) => `${digit}${crypto.randomUUID().slice(1)}`)
  const { rows } = await sql<{ id: string }>`select asked.id from ${askedIds(ids)} order by 1`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  await close()
})

test('a prepared statement names its columns', async () => {
  const { db, close } = openDatabase(testDatabase.url, () => undefined, 1)
  await expect(runPrepared(db, sql`select u.* from users u`)).rejects.toThrow('names its columns')
  await expect(runPrepared(db, db.selectFrom('users').selectAll())).rejects.toThrow('names its columns')
  await close()
})
