import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './client.ts'

afterEach(() => vi.useRealTimers())

test('waiting in vain for a free connection is a time-out by its code, which jobs try again', async () => {
  const testDatabase = await createTestDatabase()
  const { pool, close } = openDatabase(testDatabase.url, () => undefined, 1)
  const held = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const promised = expect(pool.connect()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const called = new Promise((resolve) => void pool.connect(resolve))
  vi.advanceTimersByTime(10_001)
  await promised
  expect(await called).toMatchObject({ code: 'ETIMEDOUT' })
  vi.useRealTimers()
  held.release()
  await close()
  await testDatabase.drop()
})
