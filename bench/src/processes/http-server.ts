// The API server of the HTTP benchmarks, in a process of its own: the real server on a real, durable PostgreSQL.
// Only password hashing is left out: its slowness is deliberate and not what is measured.
import '../../../server/src/connect-domains.ts'
import { openWebhook } from '../../../server/src/billing/payments/index.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { pino } from 'pino'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { openDatabase } from '../../../server/src/platform/db/client.ts'
import { migrate } from '../../../server/src/platform/db/start/migrate.ts'
import { seedDemo } from '../../../server/src/demo/seed-demo.ts'
import { buildApp } from '../../../server/src/platform/http/build-app.ts'
import type { Deps } from '../../../server/src/platform/http/context.ts'
import { startJobs } from '../../../server/src/start-jobs.ts'
import { noBroker } from '../../../server/src/platform/providers/no-broker.ts'
import { noScripts } from '../../../server/src/platform/providers/open-scripts.ts'
import { platformMachines } from '../../../server/src/platform/providers/platform-machines.ts'
import { simulatedPayments } from '../../../server/src/platform/providers/simulated-payments.ts'
import { ROUTES } from '../../../server/src/routes.ts'
import { startPostgres } from '../../../product/database/postgres.mjs'

const root = process.env['BENCH_ROOT'] ?? process.cwd()
const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bench-'))
const postgres = await startPostgres({ root, folder: path.join(folder, 'postgres') })
const config = {
  ...readConfig({
    EMBEDDED_DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: '0',
    // As an engine it leaves backtests and sweeps to workers.
    ROLE: process.env['BENCH_ROLE'],
  }),
  payments: {
    kind: 'razorpay' as const,
    url: 'http://127.0.0.1:1',
    keyId: 'rzp_test_benchbench',
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: 'bench-webhook-secret',
  },
}
const database = openDatabase(postgres.url, () => undefined)
await migrate(database.pool, path.join(root, 'server/migrations'))
// A database that has run for a while recycles its WAL files; a fresh one stops to make each of them.
for (let count = 0; count < 5; count++) await database.pool.query('select pg_switch_wal(), txid_current()')
await database.pool.query('checkpoint')
const log = pino({ level: 'silent' })
const deps: Deps = {
  db: database.db,
  clock: systemClock,
  config,
  calendar: process.env['BENCH_CALENDAR'] === 'nse' ? INDIA_CALENDAR : DEMO_CALENDAR,
  passwords: { hash: async (password) => password, verify: async (hashed, password) => hashed === password },
  payments: simulatedPayments(database.db, systemClock),
  broker: noBroker,
  scripts: noScripts,
  machines: platformMachines(database.db, systemClock),
  checks: {},
}
const jobs = await startJobs(deps, database.pool, log)
await seedDemo(deps)
const app = await buildApp(deps, { routes: ROUTES, webFolder: '/nowhere', log, webhook: openWebhook(deps) })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ url, databaseUrl: postgres.url })

process.once('message', () => {
  void (async () => {
    await app.close()
    await jobs.stop()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })()
})
