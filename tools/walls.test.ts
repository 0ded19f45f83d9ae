import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenWalls, checkWalls, cycles, folderCycles, idleRules, LAYERED, WALLS } from './walls.mjs'

const ACCOUNT = 'core/src/trading/account'

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
  [
    'the book of the live engine imports no floor above it',
    'engine/src/live/book/book.ts',
    'engine/src/live/run/add.ts',
  ],
  [
    'the book of the live engine imports no floor above it',
    'engine/src/live/book/leases/lease.ts',
    'engine/src/live/execution/execution.ts',
  ],
  [
    'the execution of the live engine imports no floor above it',
    'engine/src/live/execution/carry-out.ts',
    'engine/src/live/run/engine/live-engine.ts',
  ],
  ['core trading does not import the backtest', 'core/src/trading/settle-exit.ts', 'core/src/backtest/run-backtest.ts'],
  ['state of an account imports no layer above it', `${ACCOUNT}/state/want.ts`, `${ACCOUNT}/orders/new-order.ts`],
  ['state of an account imports no layer above it', `${ACCOUNT}/state/want.ts`, `${ACCOUNT}/step.ts`],
  ['orders of an account import no layer above them', `${ACCOUNT}/orders/new-order.ts`, `${ACCOUNT}/exits/let-go.ts`],
  ['exits of an account import no layer above them', `${ACCOUNT}/exits/let-go.ts`, `${ACCOUNT}/events/end-order.ts`],
  ['events of an account import no layer above them', `${ACCOUNT}/events/end-order.ts`, `${ACCOUNT}/books/stray.ts`],
  [
    'events of an account import no layer above them',
    `${ACCOUNT}/events/end-order.ts`,
    `${ACCOUNT}/decisions/decide.ts`,
  ],
  [
    'books and decisions of an account import no layer above them, and not each other',
    `${ACCOUNT}/books/a.ts`,
    `${ACCOUNT}/decisions/b.ts`,
  ],
  [
    'books and decisions of an account import no layer above them, and not each other',
    `${ACCOUNT}/decisions/b.ts`,
    `${ACCOUNT}/books/a.ts`,
  ],
  [
    'books and decisions of an account import no layer above them, and not each other',
    `${ACCOUNT}/decisions/b.ts`,
    `${ACCOUNT}/step.ts`,
  ],
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
  ['engine/src/live/run/run-engine.ts', 'engine/src/live/book/leases/lease.ts'],
  ['core/src/trading/account/step.ts', 'core/src/trading/account/decisions/decide.ts'],
  ['core/src/trading/account/decisions/decide.ts', 'core/src/trading/account/events/end-order.ts'],
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

describe.each(LAYERED)('the folders of %s', (room) => {
  test('may not import each other, which is reported once', () => {
    const graph = new Map([
      [`${room}/low/a.ts`, [`${room}/high/b.ts`]],
      [`${room}/high/b.ts`, []],
      [`${room}/high/c.ts`, [`${room}/low/a.ts`, `${room}/low/d.ts`]],
      [`${room}/low/d.ts`, []],
    ])
    expect(cycles(graph)).toEqual([])
    expect(folderCycles(graph)).toEqual([`a cycle of folders: ${room}/low -> ${room}/high -> ${room}/low`])
  })

  test('may not form a longer circle, nor one with the files beside them', () => {
    const graph = new Map([
      [`${room}/open.ts`, [`${room}/high/b.ts`]],
      [`${room}/high/b.ts`, [`${room}/low/deep/c.ts`]],
      [`${room}/low/deep/c.ts`, [`${room}/state.ts`]],
      [`${room}/state.ts`, []],
    ])
    expect(folderCycles(graph)).toEqual([`a cycle of folders: ${room} -> ${room}/high -> ${room}/low/deep -> ${room}`])
  })

  test('may import in one direction, and tests and testing folders in any', () => {
    const graph = new Map([
      [`${room}/high/b.ts`, [`${room}/low/a.ts`, 'node:fs']],
      [`${room}/low/a.ts`, []],
      [`${room}/low/a.test.ts`, [`${room}/high/b.ts`]],
      [`${room}/testing/open.ts`, [`${room}/high/b.ts`]],
      [`${room}/high/testing/open.ts`, [`${room}/testing/open.ts`]],
    ])
    expect(folderCycles(graph)).toEqual([])
  })
})

test('a checker that reads no modules fails', () => {
  expect(checkWalls('/nowhere').problems).toEqual(['only 0 modules were read: the checker found no sources'])
})

test('a rule whose files have another name now is reported', () => {
  const files = BREAKS.map(([, file]) => file).filter((file) => !/^engine\/src\/(brokers|live)\//.test(file))
  const graph = new Map(
    [...files, 'engine/src/exchange/open-exchange.ts'].map((file): [string, string[]] => [file, []]),
  )
  expect(idleRules(graph)).toEqual([
    'a rule for no file: the live engine imports no broker',
    'a rule for no file: brokers do not import the live engine',
    'a rule for no file: the book of the live engine imports no floor above it',
    'a rule for no file: the execution of the live engine imports no floor above it',
    'no layered room: engine/src/live',
  ])
})

test('the repository breaks no import rule', () => {
  const { problems, modules } = checkWalls(path.resolve(import.meta.dirname, '..'))
  expect(problems).toEqual([])
  expect(modules).toBeGreaterThan(100)
})
