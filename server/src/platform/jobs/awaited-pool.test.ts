import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { awaitedPool } from './awaited-pool.ts'

test('a statement that loses its connection fails as one that the runner repeats, and others as they are', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { view } = awaitedPool(pool)
  const client = await view.connect()
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P03' })
  client.release(true)
  const before = await pool.connect()
  const ownWay = before.query
  before.release()
  const again = await view.connect()
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  again.release()
  // What others borrow from the same pool is as it was.
  const borrowed = await pool.connect()
  expect(borrowed.query).toBe(ownWay)
  borrowed.release()
  await pool.end()
})
