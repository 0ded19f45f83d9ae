import { expect, test } from 'vitest'
import { MINUTE_MS } from '@trading-bot/core/time'
import { openPaperDay } from '../testing/open-paper-day.ts'
import { superviseEngine } from './engine-supervisor.ts'

test('F21 an engine that lost its lease is replaced by a new one that loads the accounts and trades', async () => {
  const day = openPaperDay()
  const supervisor = superviseEngine(day.setup)
  await day.pass(10 * MINUTE_MS)
  expect(supervisor.isReady()).toBe(true)
  const before = day.memory.rows.orders.size
  // The database restarts, so the session that held the lease is gone.
  day.memory.endSessions()
  await day.pass(20 * MINUTE_MS)
  expect(supervisor.isReady()).toBe(true)
  expect(day.memory.rows.orders.size).toBeGreaterThan(before + 5)
  await supervisor.stop()
  expect(supervisor.isReady()).toBe(false)
  day.exchange.close()
})
