import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenWalls, checkWalls, cycles, WALLS } from './walls.mjs'

// Each rule, broken on purpose: the rule, the file, and what it imports.
const BREAKS: [wall: string, file: string, target: string][] = [
  ['core imports nothing but core', 'core/src/money.ts', 'contract/src/rest/call.ts'],
  ['core imports nothing but core', 'core/src/money.ts', 'node:fs'],
  ['core root files import no folder of core', 'core/src/money.ts', 'core/src/risk/size.ts'],
  ['indicators import core root files only', 'core/src/indicators/ema.ts', 'core/src/strategies/ema.ts'],
  ['strategies import core root files and indicators only', 'core/src/strategies/ema.ts', 'core/src/backtest/run.ts'],
  [
    'risk, fills, charges, metrics and calendar import core root files only',
    'core/src/fills/fill.ts',
    'core/src/risk/size.ts',
  ],
  ['contract imports core and zod only', 'contract/src/rest/accounts/auth.ts', 'server/src/main.ts'],
  ['contract imports core and zod only', 'contract/src/rest/accounts/auth.ts', 'pg'],
  [
    'engine imports core and the bot wire only; the rest comes through its ports',
    'engine/src/run.ts',
    'contract/src/rest/accounts/auth.ts',
  ],
  [
    'engine imports core and the bot wire only; the rest comes through its ports',
    'engine/src/run.ts',
    'server/src/main.ts',
  ],
  ['web imports contract and core only', 'web/src/lib/api/api.ts', 'server/src/main.ts'],
  ['web imports contract and core only', 'web/src/lib/api/api.ts', 'engine/src/ports.ts'],
  ['server does not import web', 'server/src/main.ts', 'web/src/main.tsx'],
  ['the product imports no screen', 'product/start.mjs', 'web/src/main.tsx'],
  [
    'only tests, benchmarks, proofs and tools import the product around the server',
    'server/src/main.ts',
    'product/database/postgres.mjs',
  ],
  ['nothing imports the proofs', 'product/backup.test.ts', 'proof/chaos/run-chaos.ts'],
  ['nothing imports the proofs', 'tools/test.mjs', 'proof/proof.mjs'],
  ['nothing imports the tools', 'product/start.mjs', 'tools/build.mjs'],
  ['nothing imports the tools', 'proof/load.ts', 'tools/bundle.mjs'],
  ['nothing imports the benchmarks', 'proof/load.ts', 'bench/src/main.ts'],
  ['nothing imports the browser tests', 'server/src/platform/http/http.test.ts', 'e2e/pages/login-page.ts'],
  ['platform imports no domain', 'server/src/platform/mail/send-mail.ts', 'server/src/accounts/auth/index.ts'],
  ['accounts import platform only', 'server/src/accounts/auth/index.ts', 'server/src/billing/plans/index.ts'],
  [
    'billing imports accounts and platform only',
    'server/src/billing/plans/index.ts',
    'server/src/trading/bot-instances/index.ts',
  ],
  [
    'trading imports billing, accounts and platform only',
    'server/src/trading/orders/index.ts',
    'server/src/operations/logs/index.ts',
  ],
  ['operations do not import the demo', 'server/src/operations/health/index.ts', 'server/src/demo/seed-demo.ts'],
  [
    'a server feature is imported through its index',
    'server/src/trading/bot-instances/start-bot.ts',
    'server/src/accounts/auth/profile/user-store.ts',
  ],
  [
    'outside the domains a feature is imported through its index too',
    'server/src/main.ts',
    'server/src/accounts/auth/profile/user-store.ts',
  ],
  [
    'the live engine imports no broker',
    'engine/src/live/run/run-engine.ts',
    'engine/src/brokers/paper/paper-broker.ts',
  ],
  ['brokers do not import the live engine', 'engine/src/brokers/pause.ts', 'engine/src/live/run/run-engine.ts'],
  ['core trading does not import the backtest', 'core/src/trading/settle-exit.ts', 'core/src/backtest/run-backtest.ts'],
  ['fastify is imported in http only', 'server/src/accounts/auth/sessions/log-in.ts', 'fastify'],
  ['web features do not import each other', 'web/src/features/bots/page.tsx', 'web/src/features/auth/page.tsx'],
  ['web features do not import the app', 'web/src/features/bots/page.tsx', 'web/src/app/router.ts'],
  ['ui and lib import no feature and no app', 'web/src/ui/money.tsx', 'web/src/features/bots/page.tsx'],
  ['lib does not import ui', 'web/src/lib/notifications/notify.ts', 'web/src/ui/money.tsx'],
]

test.each(BREAKS)('%s: %s -> %s is reported', (wall, file, target) => {
  expect(brokenWalls(new Map([[file, [target]]]))).toContain(`${wall}: ${file} imports ${target}`)
})

test('every import rule is broken by some line above', () => {
  expect(new Set(BREAKS.map(([wall]) => wall))).toEqual(new Set(WALLS.map(({ name }) => name)))
})

test.each([
  ['server/src/trading/bot-instances/start-bot.ts', 'server/src/accounts/auth/index.ts'],
  ['server/src/trading/bot-instances/start-bot.ts', 'server/src/trading/bot-instances/bot-store.ts'],
  ['engine/src/run.ts', 'contract/src/bot-wire.ts'],
  ['web/src/features/bots/page.tsx', 'contract/src/rest/accounts/auth.ts'],
  ['core/src/backtest/run.ts', 'core/src/risk/size.ts'],
  ['server/src/testing/database/start-test-postgres.ts', 'product/database/postgres.mjs'],
  ['server/src/platform/bus/bus.test.ts', 'product/programs/nats-server.mjs'],
  ['proof/chaos/open-world.ts', 'product/supervisor/supervise-server.mjs'],
  ['product/backup/load-backup.ts', 'server/src/platform/db/start/migrate.ts'],
])('%s -> %s is allowed', (file, target) => {
  expect(brokenWalls(new Map([[file, [target]]]))).toEqual([])
})

test('an import cycle is reported with its path', () => {
  const graph = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts']],
  ])
  expect(cycles(graph)).toEqual(['an import cycle: a.ts -> b.ts -> c.ts -> a.ts'])
})

test('a checker that reads no modules fails', () => {
  expect(checkWalls('/nowhere').problems).toEqual(['only 0 modules were read: the checker found no sources'])
})

test('the repository breaks no import rule', () => {
  const { problems, modules } = checkWalls(path.resolve(import.meta.dirname, '..'))
  expect(problems).toEqual([])
  expect(modules).toBeGreaterThan(100)
})
