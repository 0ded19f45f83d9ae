// Reports where there is a replica: a connection that refuses to write stands in for it.
import { readSubscriptionStats } from '@trading-bot/contract/rest/billing/subscription-reports'
import { readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import {
  exportTaxCsv,
  exportTaxPdf,
  exportTrades,
  readAnalytics,
  readBotPerformance,
  readTradingStatus,
} from '@trading-bot/contract/rest/trading/analytics'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from '../../testing/read-metrics.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { type Database, openDatabase } from '../db/client.ts'

let server: TestServer
let copy: Database
let statements = 0
const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })

beforeAll(async () => {
  server = await startTestServer({}, { replica: { db: () => copy.db, lagMs: () => 640 } }, log)
  const readOnly = new URL(server.deps.config.databaseUrl)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  copy = openDatabase(readOnly.href, () => undefined, 3)
  copy.pool.on('acquire', () => statements++)
})
afterAll(async () => {
  await copy.close()
  await server.stop()
})

test('reports are read from the replica and write nothing; what must be of this moment is not', async () => {
  const admin = await signUpAdmin(server)
  const { id, token } = await addTrader(server)
  const year = { year: '2026-27' }
  for (const report of [
    () => server.call(readAnalytics, {}, token),
    () => server.call(readBotPerformance, { id }, token),
    () => server.call(exportTrades, {}, token),
    () => server.call(exportTaxCsv, year, token),
    () => server.call(exportTaxPdf, year, token),
    () => server.call(readSubscriptionStats, {}, admin.access),
  ]) {
    statements = 0
    const { status } = await report()
    expect([report.toString(), status, statements > 0]).toEqual([report.toString(), 200, true])
  }
  // Whatever had written would have been read from the primary instead.
  expect(warnings).toEqual([])
  statements = 0
  await server.call(readTradingStatus, {}, token)
  expect(statements).toBe(0)
})

test('the operator sees how far the replica is behind', async () => {
  const admin = await signUpAdmin(server)
  const { body } = await server.call(readPlatformMetrics, {}, admin.access)
  expect(body.database.replica).toEqual({ lag_s: 0.6, is_read: true })
  expect((await readMetrics(server.metrics)).get('database_replica_lag_seconds')).toBe(0.64)
})

test('a report that the replica ends is read from the primary', async () => {
  const { token } = await addTrader(server)
  await copy.pool.end()
  expect((await server.call(readAnalytics, {}, token)).status).toBe(200)
  expect(warnings).toEqual([expect.stringContaining('a report could not be read from the replica')])
  copy = { ...copy, close: async () => undefined }
})
