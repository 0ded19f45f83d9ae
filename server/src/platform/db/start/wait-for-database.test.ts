import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { openDatabase } from '../client.ts'
import { waitForDatabase } from './wait-for-database.ts'

const failing = (code: string) => Object.assign(new Error(`code ${code}`), { code })

test('a database that starts up, is busy or is full is waited for with growing pauses, and each wait is told', async () => {
  const codes = ['57P03', '57P03', '55P03', '53100', '57P03', '57P03', '57P03', '57P03', '57P03']
  const sentences: string[] = []
  const pauses: number[] = []
  const answer = await waitForDatabase(
    async () => {
      const code = codes.shift()
      if (code) throw failing(code)
      return 'up'
    },
    (sentence) => sentences.push(sentence),
    async (pauseMs) => pauses.push(pauseMs),
  )
  expect(answer).toBe('up')
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(sentences[0]).toBe('Waiting for the database, which does not answer yet; next try in 0.5 s (code 57P03).')
  expect(sentences[2]).toContain('which is busy')
  expect(sentences[3]).toContain('which has no room to write; next try in 4 s')
})

test('a wrong password is said at once, and a fault of ours is thrown', async () => {
  const { url } = await createTestDatabase()
  const wrong = new URL(url)
  wrong.password = 'wrong'
  const { pool, close } = openDatabase(wrong.href, () => undefined, 1)
  const never = () => expect.unreachable()
  await expect(waitForDatabase(() => pool.query('select 1'), never)).rejects.toThrow(
    /^The database refuses what DATABASE_URL or DATABASE_OWNER_URL says: password authentication failed/,
  )
  await expect(waitForDatabase(() => Promise.reject(failing('42P01')), never)).rejects.toThrow('code 42P01')
  await close()
})
