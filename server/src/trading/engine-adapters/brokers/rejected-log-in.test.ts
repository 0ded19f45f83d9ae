// A live account's log-in with the engine running: rejected for good, failing temporarily, and cleared.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { listAudit } from '@trading-bot/contract/rest/operations/logs'
import {
  listCredentialLogs,
  readCredentialStatus,
  saveCredentials,
  verifyCredentials,
} from '@trading-bot/contract/rest/trading/credentials'
import { listUsers, retryBrokerLogIn } from '@trading-bot/contract/rest/accounts/users'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../platform/db/client.ts'
import { hurriedTime } from '../../../testing/hurried-time.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader, giveAddress } from '../../../testing/test-traders.ts'
import { openPracticeAccount } from './practice-accounts.ts'
import { type BrokerReach, reachBroker } from './reach-broker.ts'
import { type Trading } from '../start-trading.ts'
import { startTrading } from '../start-trading.ts'
import { SIMULATED } from '../../../platform/compliance-settings.ts'

const LOG_IN = '/loginByPassword'
const SECRET = Buffer.from('secret')
const WRONG_MPIN = '0000'
const LIMIT = { timeout: 30_000, interval: 50 }
// A TOTP period of half a minute takes a second and a half.
const START_MS = Date.parse('2026-11-16T05:00:00.000Z')
const ports = { ...hurriedTime(START_MS, 20), randomness: systemRandomness }
const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...ports })
const log = pino({ level: 'silent' })

/** Client codes of the log-ins that reached the broker. */
const logIns: string[] = []
/** Scripted answers to log-ins by client code, instead of the exchange's. */
const odd = new Map<string, { readonly status: number; readonly text: string }>()
let front: Server
let stopExchange: () => Promise<void>
let reach: BrokerReach
let server: TestServer
let database: ReturnType<typeof openDatabase>
let trading: Trading
let admin: string

beforeAll(async () => {
  const wire = await startExchangeServer(exchange, { onBug: () => undefined })
  stopExchange = wire.close
  front = createServer((request, response) => {
    void answer(request, wire.restUrl).then(({ status, text }) => response.writeHead(status).end(text))
  })
  front.on('upgrade', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(front.address() as AddressInfo).port}`
  const urls = { restUrl: `http://${at}`, orderUpdatesUrl: `ws://${at}/orders`, feedUrl: `ws://${at}/feed` }
  const outboundAddresses = new Map(ADDRESSES.map((address) => [address, { localAddress: '127.0.0.1' }]))
  reach = reachBroker({ outboundAddresses, liveTrading: true, compliance: SIMULATED }, urls, () => undefined, ports)
  // Sessions of users last their quarter of an hour, however long a busy machine takes.
  const { clock } = hurriedTime(START_MS, 1)
  server = await startTestServer(
    { liveTrading: true },
    { broker: reach.desk, clock: { now: () => new Date(clock.nowMs()) } },
  )
  await beginTrading()
})
afterAll(async () => {
  await trading.stop()
  await database.close()
  await server.stop()
  reach.close()
  front.closeAllConnections()
  await new Promise((resolve) => void front.close(resolve))
  await stopExchange()
  exchange.close()
})
beforeEach(async () => {
  admin = (await signUpAdmin(server)).access
  logIns.length = 0
  odd.clear()
})

async function answer(request: IncomingMessage, to: string): Promise<{ status: number; text: string }> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  if (request.url?.endsWith(LOG_IN)) {
    const { clientcode } = JSON.parse(body.toString()) as { clientcode: string }
    logIns.push(clientcode)
    const instead = odd.get(clientcode)
    if (instead) return instead
  }
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
  const sent = { method: request.method ?? 'GET', headers, body: request.method === 'POST' ? body : null }
  const reply = await fetch(`${to}${request.url}`, sent)
  return { status: reply.status, text: await reply.text() }
}

async function beginTrading(): Promise<void> {
  database = openDatabase(server.deps.config.databaseUrl, () => undefined, 6)
  const market = {
    calendar: DEMO_CALENDAR,
    stream: exchangeTicks(exchange),
    candles: async () => ({ kind: 'unavailable', why: 'none' }) as const,
  }
  const open = { market, brokerOf: reach.brokerOf, desk: reach.desk, close: async () => undefined }
  trading = await startTrading(server.deps, database.pool, open, log, ports)
}

async function restartTrading(): Promise<void> {
  await trading.stop()
  await database.close()
  await beginTrading()
}

/** One for each trader of this file. */
const ADDRESSES = Array.from({ length: 9 }, (_, at) => `203.0.113.${at + 1}`)
let traders = 0

/** A user with saved credentials and a live bot. */
async function liveTrader(change: { mpin?: string } = {}) {
  const trader = await addTrader(server)
  const { apiKey, clientCode, mpin, totpSecret } = openPracticeAccount(exchange, SECRET, trader.user_id)
  const keys = { api_key: apiKey, client_code: clientCode, mpin, totp_secret: totpSecret }
  await server.call(saveCredentials, { ...keys, ...change }, trader.token)
  await giveAddress(server, trader.user_id, ADDRESSES[traders++] ?? '')
  const live = { mode: 'live', status: 'running' }
  const start = async () => {
    await server.db.updateTable('user_bots').set(live).where('id', '=', trader.id).execute()
    await restartTrading()
  }
  const read = async () => (await server.call(readCredentialStatus, {}, trader.token)).body
  const state = async () => (await read()).log_in.state
  const until = (wanted: string) => vi.waitFor(async () => expect(await state()).toBe(wanted), LIMIT)
  const count = () => logIns.filter((code) => code === clientCode).length
  const botStatus = async () => {
    const bot = server.db.selectFrom('user_bots').select(['status', 'status_reason']).where('id', '=', trader.id)
    return bot.executeTakeFirstOrThrow()
  }
  /** The user has changed the MPIN at the broker. */
  const setMpin = (mine: string) => Object.assign(exchange.accounts.get(clientCode)!, { mpin: mine })
  return { ...trader, keys, clientCode, start, read, until, count, botStatus, setMpin }
}

test('a wrong MPIN is shown with its reason, not tried again, not even after a restart, and cleared by saving the right one', async () => {
  const trader = await liveTrader({ mpin: WRONG_MPIN })
  await trader.start()
  await trader.until('rejected')
  const tried = trader.count()
  const status = await trader.read()
  expect(status).toMatchObject({
    is_verified: false,
    log_in: { reason: expect.stringMatching(/client code and MPIN/) },
  })
  await vi.waitFor(async () => expect((await trader.botStatus()).status).toBe('error'), LIMIT)
  expect((await trader.botStatus()).status_reason).toMatch(/client code and MPIN/)
  await restartTrading()
  // Long enough for dozens of attempts: the engine reconciles every three seconds of market time.
  const begunMs = ports.clock.nowMs()
  await vi.waitFor(() => expect(ports.clock.nowMs() - begunMs).toBeGreaterThan(60_000), LIMIT)
  expect(trader.count()).toBe(tried)
  expect(await trader.read()).toMatchObject({ log_in: { state: 'rejected', since: status.log_in.since } })
  const [shown] = (await server.call(listUsers, { search: trader.registration.username }, admin)).body
  expect(shown?.broker_log_in).toMatchObject({ state: 'rejected', reason: status.log_in.reason })
  await server.call(saveCredentials, trader.keys, trader.token)
  expect((await trader.read()).log_in.state).not.toBe('rejected')
  await trader.until('open')
  expect(await trader.read()).toMatchObject({ is_verified: true, last_error: null, log_in: { reason: null } })
}, 60_000)

test('CR-04 CALL POST /admin/users/{id}/broker-log-in/ an administrator, or a verification that the broker accepts, clears a rejection, and the running engine tries again', async () => {
  const trader = await liveTrader({ mpin: WRONG_MPIN })
  const id = trader.user_id
  expect((await server.call(retryBrokerLogIn, { id }, admin)).body).toMatchObject({ code: 'LOG_IN_NOT_FAILING' })
  await trader.start()
  await trader.until('rejected')
  expect((await server.call(retryBrokerLogIn, { id }, trader.token)).status).toBe(403)
  // Still wrong: tried once more, rejected once more.
  const tried = trader.count()
  const cleared = (await server.call(retryBrokerLogIn, { id }, admin)).body
  expect(cleared.user.broker_log_in).toMatchObject({ state: 'untried', reason: null })
  await vi.waitFor(() => expect(trader.count()).toBeGreaterThan(tried), LIMIT)
  await trader.until('rejected')
  const newestAudit = async () => (await server.call(listAudit, { subject_id: id }, admin)).body[0]
  expect(await newestAudit()).toMatchObject({
    action: 'credentials.log-in-cleared',
    before: { login_state: 'rejected', login_reason: expect.stringMatching(/client code and MPIN/) },
  })
  // The broker's rate limit is one log-in a second, and an answer may be late in a market this fast.
  const verify = (status: number) =>
    vi.waitFor(async () => expect((await server.call(verifyCredentials, {}, trader.token)).status).toBe(status), {
      timeout: 15_000,
      interval: 4_000,
    })
  await verify(400)
  expect((await trader.read()).log_in.state).toBe('rejected')
  trader.setMpin(WRONG_MPIN)
  await verify(200)
  const before = trader.count()
  await vi.waitFor(() => expect(trader.count()).toBeGreaterThan(before), LIMIT)
  await trader.until('open')
  const logs = (await server.call(listCredentialLogs, {}, trader.token)).body
  const entries = logs.map(({ action, result }) => `${action} ${result}`)
  expect(entries).toContain('cleared by a verification')
  expect(entries).toContainEqual(expect.stringMatching(/^rejected Angel One does not know/))
  expect(await newestAudit()).toMatchObject({ action: 'credentials.log-in-cleared', actor: { id } })
}, 60_000)

test('a blocked account stops no bot: the reason and the next attempt are shown, and it recovers by itself', async () => {
  const trader = await liveTrader()
  const blocked = '{"status":false,"message":"","errorcode":"AB1006","data":null}'
  odd.set(trader.clientCode, { status: 200, text: blocked })
  await trader.start()
  await trader.until('retrying')
  const { log_in } = await trader.read()
  expect(log_in.reason).toMatch(/^Angel One /)
  expect(Date.parse(log_in.retry_at ?? '')).toBeGreaterThan(Date.parse(log_in.since ?? ''))
  await vi.waitFor(() => expect(trader.count()).toBeGreaterThan(1), LIMIT)
  expect((await trader.botStatus()).status).toBe('running')
  odd.clear()
  await trader.until('open')
}, 60_000)

test('reports and an engine that takes an account over go on with its session; new credentials begin with a log-in', async () => {
  const trader = await liveTrader()
  await trader.start()
  await trader.until('open')
  const logIns = trader.count()
  const funds = async () => trading.accounts?.brokerOf(trader.user_id)?.funds()
  expect(trading.accounts?.tradesHere()).toBe(true)
  await vi.waitFor(async () => expect(await funds()).toMatchObject({ kind: 'answered' }), LIMIT)
  expect(trading.accounts?.brokerOf('nobody')).toBeUndefined()
  await vi.waitFor(() => expect(trading.accounts?.isFeedUp()).toBe(true), LIMIT)
  const row = server.db.selectFrom('credentials').select('session').where('user_id', '=', trader.user_id)
  const stored = async () => (await row.executeTakeFirstOrThrow()).session
  await vi.waitFor(async () => expect(await stored()).not.toBeNull(), LIMIT)
  expect((await stored())?.toString('latin1')).not.toContain('jwtToken')
  await restartTrading()
  await vi.waitFor(async () => expect(await funds()).toMatchObject({ kind: 'answered' }), LIMIT)
  expect(trader.count()).toBe(logIns)
  await server.call(saveCredentials, trader.keys, trader.token)
  await vi.waitFor(() => expect(trader.count()).toBeGreaterThan(logIns), LIMIT)
}, 60_000)
