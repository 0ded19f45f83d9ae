// Reports on live accounts, against the simulated exchange over its real protocol.
import { listAccountChecks, readAccountChecks } from '@trading-bot/contract/rest/trading/account-checks'
import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { angelOneAccount } from '@trading-bot/engine/brokers/angel-one/angel-one-account'
import { nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'
import { wsSocketWire } from '@trading-bot/engine/brokers/angel-one/streams/ws-socket-wire'
import { openAccount } from '@trading-bot/engine/exchange/accounts/open-account'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { MASTER_PATH } from '@trading-bot/engine/exchange/wire/rest/answer-rest'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import type { Broker, BrokerFill } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { newestMail, signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader, SBIN, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { refreshSymbols } from '../symbols/index.ts'
import { masterEntry, type CheckPorts } from './check-ports.ts'
import { isCheckTime, isCompareTime } from './check-times.ts'
import { compareDay, type RecordedOrder } from './compare-day.ts'
import { compareDays } from './compare-days.ts'
import { readClock } from './read-clock.ts'
import { checkAccounts } from './run-account-checks.ts'

const time = { clock: systemClock, timers: systemTimers, randomness: systemRandomness }
const exchange = openExchange({ market: { seed: 7, hours: 'demo' }, ...time })
const wire = nodeHttpWire({ timers: systemTimers })
const brokers = new Map<string, Broker>()
let server: TestServer
let urls: Awaited<ReturnType<typeof startExchangeServer>>
let ports: CheckPorts
beforeAll(async () => {
  urls = await startExchangeServer(exchange, { onBug: () => undefined })
  server = await startTestServer({ liveTrading: true }, { clock: { now: () => new Date() } })
})
afterAll(async () => {
  await server.stop()
  wire.close()
  await urls.close()
  exchange.close()
})
beforeEach(async () => {
  brokers.clear()
  await server.db.updateTable('user_bots').set({ mode: 'paper' }).execute()
  ports = {
    brokerOf: (userId) => brokers.get(userId),
    isFeedUp: () => true,
    readClock: () => readClock(server.deps, urls.restUrl),
    refreshMaster: async () =>
      new Map((await refreshSymbols(server.deps, `${urls.restUrl}${MASTER_PATH}`)).flatMap(masterEntry)),
  }
})

/** A trader whose bot is live, with an account at the exchange. */
async function liveTrader(change: { cashPaise?: number; instruments?: object[] } = {}) {
  const trader = await addTrader(server)
  const { cashPaise = 100_000_000, instruments = TRADER_SETTINGS.instruments } = change
  const settings = JSON.stringify({ ...TRADER_SETTINGS, instruments, capital: { capitalPaise: 10_000_000 } })
  await server.db.updateTable('user_bots').set({ mode: 'live', settings }).where('id', '=', trader.id).execute()
  const credentials = openAccount(exchange, { cashPaise })
  const options = {
    ...time,
    wire: wire.send,
    sockets: wsSocketWire({ timers: systemTimers }),
    usedTotpWindows: new Map<string, number>(),
  }
  brokers.set(trader.user_id, angelOneAccount({ ...urls, ...options, credentials }).broker)
  return trader
}
const checkOf = async (token: string) => (await server.call(readAccountChecks, {}, token)).body.check
const stateOf = async (token: string) =>
  Object.fromEntries((await checkOf(token))?.lines.map(({ code, state }) => [code, state]) ?? [])
const mailsAbout = async (email: string, subject: RegExp) => {
  const mails = await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
  return mails.filter((mail) => subject.test(mail.subject)).length
}

test('a sound account is all ok, is told nothing, and the instrument master is taken over', async () => {
  const trader = await liveTrader()
  await checkAccounts(server.deps, ports)
  expect(await stateOf(trader.token)).toEqual({
    log_in: 'ok',
    funds: 'ok',
    clock: 'ok',
    feed: 'ok',
    calendar: 'ok',
    instruments: 'ok',
  })
  expect(await mailsAbout(trader.registration.email, /Before the open/)).toBe(0)
  const audit = await server.db
    .selectFrom('audit_lines')
    .select('action')
    .where('request_id', '=', 'instrument-master')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['symbols.uploaded'])
})

test('short funds and a changed symbol are problems, told once to owner and administrators, and shown', async () => {
  const admin = await signUpAdmin(server)
  const instruments = [
    { ...SBIN, tickPaise: 7 },
    { ...SBIN, symbol: 'GONE-EQ', token: '1' },
  ]
  const trader = await liveTrader({ cashPaise: 10_000_000 - 1_240_000, instruments })
  await checkAccounts(server.deps, ports)
  await checkAccounts(server.deps, ports)
  const text = '₹12,400 short: ₹87,600 available for bots that may use ₹1,00,000.'
  const lines = (await checkOf(trader.token))?.lines
  expect(lines).toContainEqual({ code: 'funds', state: 'problem', text })
  expect(lines?.find(({ code }) => code === 'instruments')?.text).toMatch(
    /^SBIN-EQ has a tick of .+ instead of ₹0\.07; GONE-EQ is no longer listed\.$/,
  )
  expect((await newestMail(server, trader.registration.email)).text).toContain(text)
  expect(await mailsAbout(trader.registration.email, /Before the open/)).toBe(1)
  expect(await mailsAbout(admin.registration.email, /Before the open: problems with 1 of 1/)).toBe(1)
  const { accounts } = (await server.call(listAccountChecks, {}, admin.access)).body
  expect(accounts[0]).toMatchObject({ user: { id: trader.user_id }, check: { lines }, comparison: null })
  await server.db
    .updateTable('bot_configurations')
    .set({ auto_trade: true, backtest_mode: false })
    .where('subscription_id', '=', trader.subscription_id)
    .execute()
  const { readiness } = (await server.call(readParticipation, {}, trader.token)).body
  expect(readiness.find(({ code }) => code === 'live_funds')).toMatchObject({ is_ready: true, warning: text })
  // A feed that is down is the operator's to mend: the owner is not mailed again.
  await checkAccounts(server.deps, { ...ports, isFeedUp: () => false })
  expect(await mailsAbout(trader.registration.email, /Before the open/)).toBe(1)
  expect(await mailsAbout(admin.registration.email, /Before the open: problems with 1 of 1/)).toBe(2)
})

test('what could not be read is not known, never a problem and never fine', async () => {
  const trader = await liveTrader()
  const away = async () => ({ kind: 'unavailable', why: 'Angel One does not answer.' }) as const
  brokers.set(trader.user_id, { ...brokers.get(trader.user_id)!, funds: away })
  const unopened = await liveTrader()
  brokers.delete(unopened.user_id)
  await checkAccounts(server.deps, {
    ...ports,
    isFeedUp: () => undefined,
    readClock: () => Promise.reject(new Error('no clock')),
    refreshMaster: () => refreshSymbols(server.deps, `${urls.restUrl}/nothing-here`).then(() => new Map()),
  })
  for (const { token, registration } of [trader, unopened]) {
    expect(await stateOf(token)).toEqual({
      log_in: 'unknown',
      funds: 'unknown',
      clock: 'unknown',
      feed: 'unknown',
      calendar: 'ok',
      instruments: 'unknown',
    })
    expect(await mailsAbout(registration.email, /Before the open/)).toBe(0)
  }
})

/** A round trip at the exchange, recorded as the engine records it. */
async function tradeAtExchange(trader: Awaited<ReturnType<typeof liveTrader>>) {
  const broker = brokers.get(trader.user_id)!
  for (const side of ['BUY', 'SELL'] as const) {
    const { order } = await addOpenPosition(server, trader, { mode: 'live' })
    const price = (await broker.lastPrices([SBIN])) as { value: ReadonlyMap<string, number> }
    const placed = await broker.place({
      clientId: order.replaceAll('-', '').slice(0, 19),
      instrument: SBIN,
      side,
      quantity: 10,
      product: 'INTRADAY',
      purpose: side === 'BUY' ? 'ENTRY' : 'EXIT',
      price: { kind: 'MARKET', lastPaise: price.value.get(SBIN.token)! },
      decidedAtMs: Date.now(),
    })
    if (placed.kind !== 'acknowledged') throw new Error(JSON.stringify(placed))
    const mine = await eventually(async () => {
      const book = await broker.tradeBook()
      const fills =
        book.kind === 'answered' ? book.value.filter((fill) => fill.brokerOrderId === placed.brokerOrderId) : []
      expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10)
      return fills
    })
    const value = mine.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
    const charges = chargesOn(mine[0]!.atMs, side, value).totalPaise
    await server.db
      .updateTable('orders')
      .set({ side, broker_order_id: placed.brokerOrderId, filled_value_paise: value, charges_paise: charges })
      .where('id', '=', order)
      .execute()
  }
  const rows = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', trader.user_id)
    .orderBy('id')
    .execute()
  const [bought, sold] = rows
  const net =
    Number(sold!.filled_value_paise) -
    Number(bought!.filled_value_paise) -
    Number(sold!.charges_paise) -
    Number(bought!.charges_paise)
  await server.db.updateTable('orders').set({ pnl_paise: net }).where('id', '=', sold!.id).execute()
  return { sold: sold!.id, net }
}

test('after the close an equal day says so, and a different one shows both figures and is told once', async () => {
  const admin = await signUpAdmin(server)
  const trader = await liveTrader()
  const { sold, net } = await tradeAtExchange(trader)
  await server.db
    .updateTable('orders')
    .set({ pnl_paise: net + 100 })
    .where('id', '=', sold)
    .execute()
  await compareDays(server.deps, ports)
  await compareDays(server.deps, ports)
  const read = async () => (await server.call(readAccountChecks, {}, trader.token)).body.comparisons[0]
  const different = await read()
  expect(different).toMatchObject({ result: 'different', outside_trades: 0 })
  expect(different?.lines.filter(({ is_equal }) => !is_equal).map(({ what }) => what)).toEqual(['Net result'])
  expect(await mailsAbout(trader.registration.email, /differs from the broker/)).toBe(1)
  expect(await mailsAbout(admin.registration.email, /differs from the broker/)).toBe(1)
  await server.db.updateTable('orders').set({ pnl_paise: net }).where('id', '=', sold).execute()
  await compareDays(server.deps, ports)
  expect(await read()).toMatchObject({ result: 'equal', reason: null })
  const { accounts } = (await server.call(listAccountChecks, {}, admin.access)).body
  expect(accounts.find(({ user }) => user.id === trader.user_id)?.comparison?.result).toBe('equal')
})

test('a trade book that does not answer leaves the day unknown', async () => {
  const trader = await liveTrader()
  const { order } = await addOpenPosition(server, trader, { mode: 'live' })
  await server.db.updateTable('orders').set({ broker_order_id: 'b1' }).where('id', '=', order).execute()
  const away = async () => ({ kind: 'unavailable', why: 'Angel One does not answer.' }) as const
  brokers.set(trader.user_id, { ...brokers.get(trader.user_id)!, tradeBook: away })
  await compareDays(server.deps, ports)
  const [compared] = (await server.call(readAccountChecks, {}, trader.token)).body.comparisons
  expect(compared).toMatchObject({ result: 'unknown', reason: 'Angel One does not answer.', lines: [] })
})

test('a missing fill, a foreign trade and a position are told apart', () => {
  const order: RecordedOrder = {
    brokerOrderId: 'a',
    token: '3045',
    symbol: 'SBIN-EQ',
    side: 'BUY',
    quantity: 10,
    valuePaise: 800_000,
    chargesPaise: 100,
    pnlPaise: 0,
  }
  const fill: BrokerFill = {
    brokerOrderId: 'a',
    tradeId: '1',
    side: 'BUY',
    quantity: 8,
    pricePaise: 80_000,
    atMs: Date.parse('2026-11-16T05:00:00Z'),
  }
  const position = {
    token: '3045',
    product: 'INTRADAY',
    buyQuantity: 8,
    buyValuePaise: 0,
    sellQuantity: 0,
    sellValuePaise: 0,
  } as const
  const differing = (compared: ReturnType<typeof compareDay>) =>
    compared.lines.filter(({ is_equal }) => !is_equal).map(({ what, ours, broker }) => [what, ours, broker])
  const missing = compareDay([order], { trades: [fill], positions: [position] })
  expect(differing(missing)).toContainEqual(['Order a: buy SBIN-EQ', '10 for ₹8,000.00', '8 for ₹6,400.00'])
  expect(differing(missing)).toContainEqual(['Net position of SBIN-EQ', '10', '8'])
  const foreign = compareDay([], { trades: [{ ...fill, brokerOrderId: 'by hand' }], positions: [position] })
  expect(foreign).toMatchObject({ isEqual: true, outsideTrades: 1 })
  expect(differing(compareDay([order], { trades: [], positions: [] }))).toContainEqual([
    'Order a: buy SBIN-EQ',
    '10 for ₹8,000.00',
    'not there',
  ])
})

test('accounts are checked from 08:30 to 09:10 on trading days, and compared from 15:45', () => {
  const at = (day: string, clock: string) => Date.parse(`${day}T${clock}:00+05:30`)
  const monday = (clock: string) => isCheckTime(INDIA_CALENDAR, at('2026-11-16', clock))
  expect(['08:29', '08:30', '09:10', '09:11'].map(monday)).toEqual([false, true, true, false])
  expect(isCheckTime(INDIA_CALENDAR, at('2026-11-15', '08:40'))).toBe(false)
  // A year that nobody has confirmed: weekdays are checked, and the report says so.
  expect(isCheckTime(INDIA_CALENDAR, at('2031-01-06', '08:40'))).toBe(true)
  expect(['15:44', '15:45', '23:00'].map((clock) => isCompareTime(INDIA_CALENDAR, at('2026-11-16', clock)))).toEqual([
    false,
    true,
    true,
  ])
  expect(isCompareTime(INDIA_CALENDAR, at('2026-11-15', '16:00'))).toBe(false)
})
