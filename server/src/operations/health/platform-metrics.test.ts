import { readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import { expect, test } from 'vitest'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { signUpHolder } from '../../testing/test-plans.ts'

const server = serverForFile()

test('CALL GET /admin/metrics/ returns platform counts and process metrics', async () => {
  const admin = await signUpAdmin(server)
  await signUpHolder(server)
  await recordLog(server.db, server.deps.clock.now(), { level: 'CRITICAL', category: 'system', message: 'x' })
  const { body } = await server.call(readPlatformMetrics, {}, admin.access)
  expect(body.platform).toMatchObject({
    users: 2,
    signed_in: 2,
    active_subscriptions: 1,
    open_payments: 0,
    owed_refunds: 0,
    jobs_failed: 0,
    critical_logs_24h: 1,
  })
  expect(body.process.memory_mb).toBeGreaterThan(10)
  expect(body.database.size_mb).toBeGreaterThan(1)
  expect(body.database.connections).toBeGreaterThan(0)
})
