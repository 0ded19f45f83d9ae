import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/client.ts'
import { takeOverlaps } from './refuse-overlapping-queries.ts'
import { createTestDatabase } from './test-database.ts'

test('two statements at once on one connection are found; one after the other, or on two connections, are not', async () => {
  const database = await createTestDatabase()
  const { pool, close } = openDatabase(database.url, () => undefined, 2)
  await Promise.all([pool.query('select 1'), pool.query('select 2')])
  const client = await pool.connect()
  await client.query('select 3')
  await client.query('select 4')
  expect(takeOverlaps()).toEqual([])
  await Promise.all([client.query('select 5'), client.query('select 6')])
  expect(takeOverlaps()).toEqual([expect.stringMatching(/^select 6 .*refuse-overlapping-queries\.test/)])
  client.release()
  await close()
})
