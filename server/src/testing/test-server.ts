import '../connect-domains.ts'
import { openWebhook } from '../billing/payments/index.ts'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call, CallAnswer, CallRequest } from '@trading-bot/contract/rest/call'
import { requestOf } from '@trading-bot/contract/rest/call'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../platform/config.ts'
import { type Db, openDatabase } from '../platform/db/client.ts'
import { openCalendar } from '../trading/market-calendar/index.ts'
import { recordHosting } from '../trading/hosting/index.ts'
import { databaseNotices, openEventStream } from '../trading/event-stream/index.ts'
import { SIMULATED } from '../platform/compliance-settings.ts'
import { buildApp } from '../platform/http/build-app.ts'
import type { Deps } from '../platform/http/context.ts'
import { noBroker } from '../platform/providers/no-broker.ts'
import { platformMachines } from '../platform/providers/platform-machines.ts'
import { noScripts } from '../platform/providers/open-scripts.ts'
import { simulatedPayments } from '../platform/providers/simulated-payments.ts'
import { type Metrics, openMetrics } from '../platform/telemetry/metrics.ts'
import { addPlatformGauges } from '../operations/health/index.ts'
import { ROUTES } from '../routes.ts'
import { authKeys } from '../platform/security/auth-keys.ts'
import type { Passwords } from '../platform/security/passwords.ts'
import { createTestDatabase } from './database/test-database.ts'

/** Argon2 is tested once, in its own test; elsewhere a cheap substitute keeps tests fast. */
const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hashed, password) => hashed === `plain:${password}`,
}

// Network equipment decides the interval in production; here heartbeats only have to arrive.
const BEAT_MS = 200

export type Reply<T> = { readonly status: number; readonly body: T; readonly headers: Headers }

export type TestServer = {
  readonly url: string
  readonly db: Db
  /** For what only the owner may do. */
  readonly ownerUrl: string
  readonly asOwner: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly deps: Deps
  readonly metrics: Metrics
  /** Time stands still until a test moves it. */
  readonly moveTime: (ms: number) => void
  /** Through the contract, as the browser does; `body` is typed for valid input, `raw` calls accept anything. */
  readonly call: <C extends Call>(spec: C, input: CallRequest<C>, token?: string) => Promise<Reply<CallAnswer<C>>>
  readonly raw: (method: string, path: string, options?: RawOptions) => Promise<Reply<unknown>>
  readonly stop: () => Promise<void>
}

type RawOptions = { body?: string | Buffer; token?: string | undefined; headers?: Record<string, string> }

export async function startTestServer(
  changes: Partial<Config> = {},
  parts: Partial<Deps> = {},
  log: Logger = pino({ level: 'silent' }),
  /** The built pages, for tests in a browser. */
  webFolder = '/nowhere',
): Promise<TestServer> {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.url, () => undefined, 8)
  const config = { ...testConfig(testDatabase.url), ...changes }
  let nowMs = Date.parse('2026-11-16T05:00:00.000Z')
  const hours = await openCalendar(config, database, () => undefined)
  const deps: Deps = {
    db: database.db,
    clock: { now: () => new Date(nowMs) },
    config,
    calendar: hours.calendar,
    passwords: plainPasswords,
    payments: simulatedPayments(database.db, { now: () => new Date(nowMs) }),
    broker: noBroker,
    scripts: noScripts,
    machines: platformMachines(database.db, { now: () => new Date(nowMs) }),
    checks: { database: async () => true },
    ...parts,
  }
  await recordHosting(deps)
  const eventStream = openEventStream(deps, databaseNotices(database.pool), () => undefined, BEAT_MS)
  const metrics = openMetrics({ clock: deps.clock, onError: () => undefined })
  addPlatformGauges(deps, metrics)
  const app = await buildApp(deps, {
    routes: ROUTES,
    webFolder,
    log,
    eventStream,
    webhook: openWebhook(deps),
    metrics,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const raw = (method: string, path: string, options?: RawOptions) => send(url, method, path, options)
  return {
    url,
    db: database.db,
    ownerUrl: testDatabase.ownerUrl,
    asOwner: async (work) => {
      const owner = openDatabase(testDatabase.ownerUrl, () => undefined, 1)
      try {
        return await work(owner.db)
      } finally {
        await owner.close()
      }
    },
    deps,
    metrics,
    moveTime: (ms) => {
      nowMs += ms
    },
    raw,
    call: async (spec, input, token) => {
      const { path, body } = requestOf(spec, input as Record<string, unknown>)
      const options = body === undefined ? { token } : { token, body: JSON.stringify(body) }
      return raw(spec.method, `/api${path}`, options) as never
    },
    stop: async () => {
      await app.close()
      hours.close()
      await database.close()
      if (changes.dataDir === undefined) rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

/** One server for all tests of a file: started before them, stopped after them. */
export function serverForFile(...setup: Parameters<typeof startTestServer>): TestServer {
  return startedForFile(() => startTestServer(...setup))
}

/** What is started before the tests of a file and stopped after them, to be read within them. */
export function startedForFile<T extends { stop: () => Promise<void> }>(start: () => Promise<T>): T {
  let started: T
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started.stop())
  return partOf(() => started)
}

/** Stands for what exists only later. */
export function partOf<T extends object>(read: () => T): T {
  return new Proxy({} as T, { get: (_, name) => Reflect.get(read(), name) })
}

async function send(url: string, method: string, path: string, options: RawOptions = {}): Promise<Reply<unknown>> {
  const { body, token, headers } = options
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

export const TEST_SANDBOX = {
  places: { live: 4, test: 4 },
  cgroup: undefined,
  allowsWeakSandbox: false,
  libraries: { folder: undefined, extraLock: undefined },
}

function testConfig(databaseUrl: string): Config {
  return {
    production: false,
    demo: true,
    demoSessionMinutes: 60,
    demoPace: 1,
    host: '127.0.0.1',
    port: 0,
    isLoopback: true,
    dataDir: path.join(tmpdir(), `data-of-${new URL(databaseUrl).pathname.slice(1)}`),
    databaseUrl,
    databaseDirectUrl: databaseUrl,
    databaseOwnerUrl: undefined,
    preparedStatements: true,
    role: 'api',
    leaveMs: 0,
    bus: undefined,
    publicUrl: 'https://bot.example.in',
    securityContact: 'mailto:security@bot.example.in',
    grievanceEmail: 'grievance@bot.example.in',
    smtpUrl: undefined,
    mailFrom: 'Trading Bot <bot@example.in>',
    telegram: undefined,
    operator: { email: undefined, telegramChat: undefined, webhook: undefined },
    auditWebhook: undefined,
    authKeys: authKeys(randomBytes(32)),
    sealKey: randomBytes(32),
    metricsToken: undefined,
    trustProxy: undefined,
    payments: { kind: 'simulated' },
    angelOneUrl: 'http://127.0.0.1:1',
    angelOneMasterUrl: 'http://127.0.0.1:1/master.json',
    aws: undefined,
    angelOneFeedUrl: 'ws://127.0.0.1:1',
    angelOneOrdersUrl: 'ws://127.0.0.1:1',
    marketAccount: undefined,
    spareMarketAccount: undefined,
    liveTrading: false,
    compliance: SIMULATED,
    outboundAddresses: new Map(),
    engine: { zone: null, capacity: 1 },
    journalUsers: [],
    seller: {
      name: 'Trading Bot Pvt Ltd',
      address: 'Mumbai',
      state: '27',
      gstin: '27ABCDE1234F1Z5',
      sac: '998314',
    },
    sandbox: TEST_SANDBOX,
    tracing: undefined,
    logLevel: 'silent',
  }
}
