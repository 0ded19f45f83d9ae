import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { openDatabase } from './client.ts'

afterEach(() => vi.useRealTimers())

test('waiting in vain for a free connection is a time-out by its code, which jobs try again', async () => {
  const testDatabase = await createTestDatabase()
  const { pool, close } = openDatabase(testDatabase.url, () => undefined, 1)
  const held = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const promised = pool.connect().catch((error: unknown) => error)
  const called = new Promise((resolve) => {
    pool.connect(resolve)
  })
  vi.advanceTimersByTime(10_001)
  expect(await promised).toMatchObject({ code: 'ETIMEDOUT' })
  expect(await called).toMatchObject({ code: 'ETIMEDOUT' })
  vi.useRealTimers()
  held.release()
  await close()
})
