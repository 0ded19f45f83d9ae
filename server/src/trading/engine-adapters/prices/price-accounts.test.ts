// The platform's price accounts as the operator sees them: alerts in the system log, rows on the health screen.
import { listLogs } from '@trading-bot/contract/rest/operations/logs'
import { readPlatformMetrics } from '@trading-bot/contract/rest/operations/platform'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { hurriedTime } from '../../../testing/hurried-time.ts'
import { SBIN } from '../../../testing/test-traders.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { openMarket } from './open-market.ts'
import { openPrices } from './open-prices.ts'
import { watchPriceAccounts } from './price-accounts.ts'
import { raiseAlertTo } from './raise-alert.ts'
import { reachBroker, SYSTEM_PORTS } from '../brokers/reach-broker.ts'
import { SIMULATED } from '../../../platform/compliance-settings.ts'

const log = pino({ level: 'silent' })
const server = serverForFile()
const admin = adminForFile(server)

const readAccounts = async () => (await server.call(readPlatformMetrics, {}, admin.access)).body.price_accounts
const readAlerts = async () => (await server.call(listLogs, { category: 'system' }, admin.access)).body.map(alertOf)
const alertOf = ({ level, message }: { level: string; message: string }) => `${level} ${message}`

test('failures, recoveries and switches of the price accounts raise alerts and appear in the platform’s figures', async () => {
  const alerts: string[] = []
  const accounts = watchPriceAccounts({
    db: server.db,
    sealKey: server.deps.config.sealKey,
    clock: server.deps.clock,
    hasSpare: true,
    raiseAlert: (alert) => alerts.push(alertOf(alert)),
    log,
  })
  expect(await readAccounts()).toEqual([])
  const retryAtMs = server.deps.clock.now().getTime() + 60_000
  accounts.onLogIn('first', { kind: 'retrying', reason: 'Angel One has blocked this account.', retryAtMs })
  accounts.onLogIn('first', { kind: 'retrying', reason: 'Angel One has blocked this account.', retryAtMs })
  accounts.onSwitch('spare')
  accounts.onLogIn('spare', { kind: 'open' })
  const blocked = { name: 'first', is_feeding: false, state: 'retrying', reason: 'Angel One has blocked this account.' }
  await eventually(async () =>
    expect(await readAccounts()).toMatchObject([
      { ...blocked, retry_at: new Date(retryAtMs).toISOString() },
      { name: 'spare', is_feeding: true, state: 'open', reason: null, retry_at: null },
    ]),
  )
  accounts.onLogIn('first', { kind: 'open' })
  accounts.onSwitch('first')
  await eventually(async () =>
    expect(await readAccounts()).toMatchObject([
      { name: 'first', is_feeding: true, state: 'open' },
      { name: 'spare', is_feeding: false },
    ]),
  )
  accounts.onLogIn('spare', { kind: 'rejected', reason: 'Wrong MPIN.' })
  expect(alerts).toEqual([
    'ERROR The first price account cannot log in, we go on trying: Angel One has blocked this account.',
    'CRITICAL The first price account stays down: prices come over the spare one now.',
    'SUCCESS The first price account is logged in again.',
    'SUCCESS Prices come over the first price account again.',
    'CRITICAL Angel One rejected the spare price account: Wrong MPIN.',
  ])
})

test('with a wrong MPIN of the first account prices and candles come from the spare one', async () => {
  const ports = { ...SYSTEM_PORTS, ...hurriedTime(SYSTEM_PORTS.clock.nowMs(), 20) }
  const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...ports })
  const wire = await startExchangeServer(exchange, { onBug: () => undefined })
  const first = openAccount(exchange)
  const spare = openAccount(exchange)
  const raiseAlert = raiseAlertTo(server.db, log)
  const reach = reachBroker(
    { outboundAddresses: new Map(), liveTrading: false, compliance: SIMULATED },
    wire,
    raiseAlert,
    ports,
  )
  const config = { marketAccount: { ...first, mpin: '0000' }, spareMarketAccount: spare }
  const accounts = watchPriceAccounts({
    ...server.deps,
    sealKey: server.deps.config.sealKey,
    hasSpare: true,
    raiseAlert,
    log,
  })
  const prices = openPrices(config, { accountOf: reach.accountOf, timers: ports.timers, accounts })
  const seen = { up: 0, ticks: 0 }
  const stop = prices?.stream.open([SBIN.token], {
    onTick: () => seen.ticks++,
    onUp: () => seen.up++,
    onDown: () => {},
  })
  await eventually(() => expect(seen.ticks).toBeGreaterThan(0))
  expect(seen.up).toBe(1)
  await eventually(async () => {
    expect(await readAccounts()).toMatchObject([
      { name: 'first', state: 'rejected', is_feeding: false, reason: expect.stringMatching(/client code and MPIN/) },
      { name: 'spare', state: 'open', is_feeding: true },
    ])
    expect(await readAlerts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^CRITICAL Angel One rejected the first price account/),
        'CRITICAL The first price account stays down: prices come over the spare one now.',
      ]),
    )
  })
  const untilMs = ports.clock.nowMs() - (ports.clock.nowMs() % 60_000)
  const bars = await prices?.candles(SBIN, { fromMs: untilMs - 120_000, untilMs })
  expect(bars).toMatchObject({ kind: 'answered' })
  stop?.()
  reach.close()
  await wire.close()
  exchange.close()
})

test('a feed that takes over goes on with the price account’s session, without a log-in', async () => {
  const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...SYSTEM_PORTS })
  const wire = await startExchangeServer(exchange, { onBug: () => undefined })
  const marketAccount = openAccount(exchange)
  /** A process of its own, up to its first tick. */
  const lead = async () => {
    const reach = reachBroker(
      { outboundAddresses: new Map(), liveTrading: false, compliance: SIMULATED },
      wire,
      () => undefined,
    )
    const setup = { ...server.deps, sealKey: server.deps.config.sealKey, hasSpare: false, raiseAlert: () => undefined }
    const accounts = watchPriceAccounts({ ...setup, log })
    const config = { marketAccount, spareMarketAccount: undefined }
    const prices = openPrices(config, { accountOf: reach.accountOf, timers: SYSTEM_PORTS.timers, accounts })
    const stop = await new Promise<() => void>((resolve) => {
      const close = prices!.stream.open([SBIN.token], {
        onTick: () => resolve(close),
        onUp: () => undefined,
        onDown: () => undefined,
      })
    })
    stop()
    reach.close()
  }
  const stored = async () =>
    (await server.db.selectFrom('price_accounts').select('session').executeTakeFirstOrThrow()).session
  await lead()
  await eventually(async () => expect(await stored()).not.toBeNull())
  const first = await stored()
  await lead()
  // A log-in would have been stored, under a seal of its own.
  expect(await stored()).toEqual(first)
  await wire.close()
  exchange.close()
})

test('accounts whose codes are rejected together raise one alert that names the clock', async () => {
  const config = { ...server.deps.config, demo: true }
  const market = await openMarket(config, server.db, server.deps.calendar, log)
  for (const name of ['one', 'two']) {
    const practice = await market.desk.openPracticeAccount!(name)
    const tried = await market.desk.tryLogIn({ ...practice, totpSecret: 'JBSWY3DPEHPK3PXP' })
    expect(tried).toMatchObject({ kind: 'failed' })
  }
  await eventually(async () => expect((await readAlerts()).filter((alert) => /clock/.test(alert))).toHaveLength(1))
  await market.close()
})
