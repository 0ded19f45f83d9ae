import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { batchStatements, rowFor, transactTogether } from './batch-statements.ts'
import { openDatabase } from './client.ts'
import { updateEach } from './update-each.ts'

let db: ReturnType<typeof openDatabase>['db']
const statements: string[][] = []
const ITEMS = ['a', 'b', 'c', 'd']

beforeAll(async () => {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.ownerUrl, () => undefined, 2)
  db = database.db
  await sql`create table notes (note text primary key)`.execute(db)
  return () => database.close()
})
beforeEach(async () => {
  statements.length = 0
  await sql`delete from notes`.execute(db)
})

const double = batchStatements(async (tx, notes: readonly string[]) => {
  statements.push([...notes])
  const { rows } = await sql<{ note: string }>`select note from unnest(${notes}::text[]) asked (note)`.execute(tx)
  return rows.map(({ note }) => note + note)
})
const write = batchStatements(async (tx, notes: readonly string[]) => {
  statements.push([...notes])
  await sql`insert into notes select unnest(${notes}::text[])`.execute(tx)
  return notes.map(() => undefined)
})
const notes = async () => (await sql<{ note: string }>`select note from notes order by note`.execute(db)).rows

test('those who ask at the same time in one transaction get one statement, each with its own answer', async () => {
  const settled = await transactTogether(db, ITEMS, async (tx, item) => {
    const doubled = await double(tx, item)
    await write(tx, doubled)
    return doubled
  })
  expect(settled).toEqual(ITEMS.map((item) => ({ status: 'fulfilled', value: item + item })))
  expect(statements).toEqual([ITEMS, ['aa', 'bb', 'cc', 'dd']])
})

test('one that has more to ask first catches up with the others', async () => {
  await transactTogether(db, ITEMS, async (tx, item) => {
    if (item === 'c') await double(tx, item)
    await write(tx, item)
  })
  expect(statements.map((each) => each.toSorted())).toEqual([['c'], ITEMS])
})

test('one that fails leaves the others done once, and tells its own reason', async () => {
  const settled = await transactTogether(db, ITEMS, async (tx, item) => {
    await write(tx, item)
    if (item === 'b') await sql`select 1 / 0`.execute(tx)
    if (item === 'd') throw new Error('a bug')
  })
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(settled[1]).toMatchObject({ reason: { message: 'division by zero' } })
  expect(settled[3]).toMatchObject({ reason: { message: 'a bug' } })
  expect(await notes()).toEqual([{ note: 'a' }, { note: 'c' }])
})

test('outside of a shared transaction each caller has a statement', async () => {
  await Promise.all(ITEMS.map((item) => double(db, item)))
  expect(statements).toEqual(ITEMS.map((item) => [item]))
})

test('a key in capitals finds its row, and one without a row nothing', () => {
  expect(rowFor(['AB', 'cd'], [{ id: 'ab' }], ({ id }) => id)).toEqual([{ id: 'ab' }, undefined])
})

test('each row gets its own values of every type, alone and with others, where the condition holds', async () => {
  await sql`create table kept (id uuid primary key, paise bigint, at timestamptz(3), words text[], note text)`.execute(
    db,
  )
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
  await sql`insert into kept (id, note) select id, 'before' from unnest(${ids}::uuid[]) asked (id)`.execute(db)
  await sql`update kept set note = null where id = ${ids[3]}`.execute(db)
  const at = new Date('2026-11-18T18:30:00.123Z')
  const change = { paise: 9_007_199_254_740_993n, at, words: ['one', 'two "quoted"'], note: null }
  const changes = [
    { id: ids[0]!, change },
    { id: ids[1]!, change: { ...change, paise: '5', words: [] } },
    { id: ids[2]!, change: { note: 'alone', paise: undefined } },
    { id: ids[3]!, change },
  ]
  const updated = await updateEach<{ id: string }>(db, 'kept' as never, changes, sql`t.note is not null`)
  expect(updated.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted())
  const { rows } = await sql<{ id: string }>`select * from kept`.execute(db)
  const rowOf = (index: number) => rows.find(({ id }) => id === ids[index])
  expect(rowOf(0)).toMatchObject({ ...change, paise: '9007199254740993' })
  expect(rowOf(1)).toMatchObject({ ...change, paise: '5', words: [] })
  expect(rowOf(2)).toMatchObject({ paise: null, at: null, note: 'alone' })
  expect(rowOf(3)).toMatchObject({ paise: null, at: null, note: null })
  // One alone is the same.
  await updateEach(db, 'kept' as never, [{ id: ids[3]!, change }])
  expect((await sql`select * from kept where id = ${ids[3]}`.execute(db)).rows[0]).toMatchObject({
    ...change,
    paise: '9007199254740993',
  })
})
