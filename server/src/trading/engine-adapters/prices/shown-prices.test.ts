// Who sees which price: charts, lists, positions and the day's figures in each mode.
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import type { BrokerPosition } from '@trading-bot/engine/ports'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { eventually } from '../../../testing/eventually.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { serverForFile, type TestServer } from '../../../testing/test-server.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { addTrader, SBIN } from '../../../testing/test-traders.ts'
import { keepOwnPrices } from '../brokers/keep-own-prices.ts'

const LAST_PAISE = 81_255
const PAPER_PAISE = 70_005
const todays = simulatedDays('SBIN-EQ', '2026-11-16')
const modeOf = (compliance: Partial<typeof SIMULATED>, demo = false) =>
  serverForFile(
    { demo, compliance: { ...SIMULATED, ...compliance } },
    {
      prices: { lastPaise: () => LAST_PAISE },
      paperPrices: { lastPaise: () => PAPER_PAISE },
      todaysMinutes: async () => ({ bars: todays, isWhole: true }),
    },
  )
const agreement = { reference: 'NSE/DA/77', day: '2026-09-01' }
const live = modeOf({ hosting: 'own-logic', paperPrices: 'live', pricesAgreement: agreement })
const delayed = modeOf({ hosting: 'own-logic', paperPrices: 'delayed' })
const simulated = modeOf({ hosting: 'own-logic', paperPrices: 'simulated' })
const madeUp = modeOf({ hosting: 'paper', paperPrices: 'simulated' })
const demo = modeOf({}, true)

/** Today is Monday, 16 November 2026, 10:30 in India. */
async function storeDays({ deps }: TestServer) {
  await storeBars(deps, stockNamed('SBIN-EQ'), simulatedDays('SBIN-EQ', '2026-10-12', '2026-11-13'))
}

const candles = async (server: TestServer, token: string, range: object = {}) =>
  (await server.call(readCandles, { symbol: 'SBIN-EQ', interval: '30m', ...range }, token)).body
const daysOf = (bars: readonly (readonly [string, ...unknown[]])[]) => bars.map(([time]) => time.slice(0, 10))
const listed = async (server: TestServer, token: string) =>
  (await server.call(listSymbols, {}, token)).body.find(({ symbol }) => symbol === 'SBIN-EQ')?.last_price
const world = async (server: TestServer) => (await server.call(readWorld, {})).body.prices

describe('delayed', () => {
  test('no candle or price younger than 30 days reaches a trader, and a chart says so', async () => {
    await storeDays(delayed)
    const { token } = await addTrader(delayed)
    const chart = await candles(delayed, token)
    expect(daysOf(chart.bars).at(-1)).toBe('2026-10-16')
    expect(chart).toMatchObject({
      source: 'delayed',
      prices: 'Prices delayed by 30 days.',
      last_price: null,
      is_live: false,
    })
    const young = await candles(delayed, token, { from: '2026-10-17', until: '2026-11-16' })
    expect(young).toMatchObject({
      bars: [],
      unknown: [{ day: '2026-10-17', sentence: 'The prices of this day are not 30 days old yet.' }],
    })
    expect((await candles(delayed, token, { from: '2026-11-13' })).bars).toEqual([])
    const across = await candles(delayed, token, { from: '2026-10-14', until: '2026-10-20' })
    expect(daysOf(across.bars).at(-1)).toBe('2026-10-16')
    expect(await listed(delayed, token)).toBe(null)
    expect(await world(delayed)).toBe('Prices of 12 October 2026, replayed.')
  })

  test('an administrator sees all', async () => {
    const { access } = await signUpAdmin(delayed)
    const chart = await candles(delayed, access, { from: '2026-11-13' })
    expect(daysOf(chart.bars)).toEqual(expect.arrayContaining(['2026-11-13', '2026-11-16']))
    expect(chart).toMatchObject({ source: 'platform', last_price: 812.55, is_live: true })
    expect(await listed(delayed, access)).toBe(812.55)
  })
})

test('live: real-time prices, with the agreement beside them', async () => {
  await storeDays(live)
  const { token } = await addTrader(live)
  const chart = await candles(live, token, { from: '2026-11-16' })
  expect(chart).toMatchObject({ source: 'platform', prices: 'Real-time by agreement NSE/DA/77.', last_price: 812.55 })
  expect(chart.bars.length).toBeGreaterThan(0)
})

test('simulated beside live trading: past days are made up, and there is no newest price', async () => {
  await storeDays(simulated)
  const { token } = await addTrader(simulated)
  const range = { from: '2026-11-13', until: '2026-11-16' }
  const chart = await candles(simulated, token, range)
  expect(new Set(daysOf(chart.bars))).toEqual(new Set(['2026-11-13']))
  expect(chart).toMatchObject({ source: 'simulated', prices: 'Simulated prices.', last_price: null, is_live: false })
  const { access } = await signUpAdmin(simulated)
  const real = await candles(simulated, access, range)
  expect(real.bars[0]).not.toEqual(chart.bars[0])
})

test('an installation without live trading whose prices are simulated shows all of them', async () => {
  const { token } = await addTrader(madeUp)
  const chart = await candles(madeUp, token, { from: '2026-11-13', until: '2026-11-16' })
  expect(new Set(daysOf(chart.bars))).toEqual(new Set(['2026-11-13', '2026-11-16']))
  expect(chart).toMatchObject({ source: 'simulated', last_price: 812.55 })
})

describe('what a live account holds', () => {
  const nothing = { buyValuePaise: 0, sellValuePaise: 0, product: 'INTRADAY' } as const
  const heldAt = (lastPaise: number): BrokerPosition => ({
    ...nothing,
    token: SBIN.token,
    buyQuantity: 10,
    sellQuantity: 0,
    lastPaise,
  })
  const position = async (server: TestServer, { id }: { id: string }, token: string) =>
    (await server.call(listBotPositions, { id }, token)).body[0]

  async function addLiveHolder(server: TestServer) {
    const trader = await addTrader(server)
    await addOpenPosition(server, trader, { mode: 'live' })
    await sql`update user_bots set mode = 'live' where id = ${trader.id}`.execute(server.db)
    return trader
  }

  test.each([
    ['live', live],
    ['delayed', delayed],
  ] as const)(
    '%s: is shown at the price of the owner’s own broker session, and unknown without one',
    async (_, server) => {
      const trader = await addLiveHolder(server)
      expect(await position(server, trader, trader.token)).toMatchObject({ last_price: null, unrealised_pnl: null })
      expect((await server.call(readToday, {}, trader.token)).body).toMatchObject({ mode: 'live', net_pnl: null })
      const answer = { kind: 'answered', value: [heldAt(79_050)] } as const
      const lastPrices = async () => ({ kind: 'unavailable', why: 'not asked' }) as const
      const setup = {
        db: server.db,
        clock: server.deps.clock,
        userId: trader.user_id,
        onError: (error: unknown) => expect.unreachable(String(error)),
      }
      const broker = keepOwnPrices({ positions: async () => answer, lastPrices }, setup)
      expect(await broker.positions()).toBe(answer)
      await eventually(async () =>
        expect(await position(server, trader, trader.token)).toMatchObject({ last_price: 790.5 }),
      )
      expect((await server.call(readToday, {}, trader.token)).body.net_pnl).not.toBe(null)
      // An administrator sees the platform's price.
      const { access } = await signUpAdmin(server)
      expect(await position(server, trader, access)).toMatchObject({ last_price: 812.55 })
      // Another user's session says nothing to this one, and an old price is none.
      const other = await addLiveHolder(server)
      expect(await position(server, other, other.token)).toMatchObject({ last_price: null })
      await sql`update own_prices set at = at - interval '3 minutes'`.execute(server.db)
      expect(await position(server, trader, trader.token)).toMatchObject({ last_price: null })
    },
  )

  test('the demo shows the simulated market’s price', async () => {
    const trader = await addLiveHolder(demo)
    expect(await position(demo, trader, trader.token)).toMatchObject({ last_price: 812.55 })
  })

  test('a paper position is shown at the prices of its market, to its owner and to an administrator', async () => {
    for (const [server, price] of [
      [live, 812.55],
      [delayed, 700.05],
      [simulated, 700.05],
      [madeUp, 812.55],
      [demo, 812.55],
    ] as const) {
      const trader = await addTrader(server)
      await addOpenPosition(server, trader)
      expect((await position(server, trader, trader.token))?.last_price).toBe(price)
      const { access } = await signUpAdmin(server)
      expect((await position(server, trader, access))?.last_price).toBe(price)
    }
  })
})
