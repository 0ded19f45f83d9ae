import { readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { recordLog } from '../../platform/logs/record-log.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('CALL GET /admin/metrics/ returns platform counts and process metrics, for administrators only', async () => {
  const admin = await signUpAdmin(server)
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('ema_strategy').id })
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
  expect((await server.call(readPlatformMetrics, {}, (await signUp(server)).access)).status).toBe(403)
})
