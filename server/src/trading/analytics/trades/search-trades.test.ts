import { exportTrades, listAllTrades, listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addTrip } from '../../../testing/test-trades.ts'

let server: TestServer
let trader: Awaited<ReturnType<typeof addTrader>>
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  trader = await addTrader(server)
  const other = await addTrader(server)
  admin = (await signUpAdmin(server)).access
  const trip = (minute: number, exitPaise: number) => ({
    enteredAt: `2026-11-16T04:${minute}:00Z`,
    exitedAt: `2026-11-16T04:${minute + 5}:00Z`,
    exitPaise,
  })
  await addTrip(server, trader, trip(10, 81_000))
  await addTrip(server, trader, trip(20, 79_000))
  await addTrip(server, trader, { ...trip(30, 80_500), symbol: 'TCS-EQ' })
  // 00:10 of the 15th in India.
  await addTrip(server, trader, { enteredAt: '2026-11-14T18:40:00Z', exitedAt: '2026-11-14T18:45:00Z' })
  await addTrip(server, other, trip(40, 80_000))
}, 60_000)
afterAll(() => server.stop())

async function find(wanted: CallRequest<typeof listOwnTrades>) {
  const { status, body, headers } = await server.call(listOwnTrades, wanted, trader.token)
  expect(status).toBe(200)
  return { rows: body, total: (JSON.parse(headers.get('x-totals') ?? '{}') as { total: number }).total }
}

test('trades are narrowed by symbol, side, purpose, status, day and search, with the number that match', async () => {
  expect((await find({})).total).toBe(8)
  expect((await find({ symbol: 'TCS-EQ' })).total).toBe(2)
  const sells = await find({ side: 'SELL', from: '2026-11-16' })
  expect(sells.total).toBe(3)
  expect(sells.rows.every(({ order_type }) => order_type === 'SELL')).toBe(true)
  expect((await find({ purpose: 'target' })).total).toBe(4)
  expect((await find({ purpose: 'square_off' })).total).toBe(0)
  expect((await find({ status: 'executed' })).total).toBe(8)
  expect((await find({ status: 'pending' })).total).toBe(0)
  expect((await find({ from: '2026-11-15', to: '2026-11-15' })).total).toBe(2)
  expect((await find({ search: 'tcs' })).total).toBe(2)
  expect((await find({ search: 'ema b' })).total).toBe(8)
  expect((await find({ search: '%' })).total).toBe(0)
})

test('trades are sorted by any column and paged; a page behind the last is empty and still knows the total', async () => {
  const worst = await find({ sort: 'pnl', order: 'asc', limit: 2 })
  expect(worst.rows[0]?.pnl).toBeLessThan(-100)
  expect(worst.total).toBe(8)
  const best = await find({ sort: 'pnl', order: 'desc' })
  expect(best.rows[0]?.pnl).toBeGreaterThan(0)
  // Entries have no result: they come last either way.
  expect(best.rows.at(-1)?.pnl).toBeNull()
  expect((await find({ sort: 'symbol', order: 'desc' })).rows[0]?.symbol).toBe('TCS-EQ')
  const oldest = await find({ order: 'asc' })
  const newest = await find({})
  expect(oldest.rows.map(({ id }) => id)).toEqual(newest.rows.map(({ id }) => id).toReversed())
  const pages = [
    await find({ limit: 3, page: 1 }),
    await find({ limit: 3, page: 2 }),
    await find({ limit: 3, page: 3 }),
  ]
  expect(pages.flatMap(({ rows }) => rows)).toEqual(newest.rows)
  expect(await find({ limit: 3, page: 4 })).toEqual({ rows: [], total: 8 })
})

test('an administrator searches the trades of all users; a user’s search never leaves their own', async () => {
  const all = await server.call(listAllTrades, { purpose: 'entry' }, admin)
  expect(all.headers.get('x-totals')).toBe('{"total":5}')
  expect((await find({ purpose: 'entry' })).total).toBe(4)
})

test('the CSV holds what the list shows, in India time and in words', async () => {
  const query = '?symbol=TCS-EQ&side=SELL'
  const response = await fetch(`${server.url}/api${exportTrades.path}${query}`, {
    headers: { authorization: `Bearer ${trader.token}` },
  })
  const [titles = '', ...rows] = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(rows).toHaveLength(1)
  const cell = (title: string) => rows[0]?.split(',')[titles.split(',').indexOf(title)]
  expect(cell('time_india')).toBe('2026-11-16 10:05:00')
  expect(cell('symbol')).toBe('TCS-EQ')
  expect(cell('purpose')).toBe('Target')
})

test('wrong filters are refused with a sentence', async () => {
  for (const [query, text] of [
    ['side=HOLD', 'Choose BUY or SELL'],
    ['purpose=SIGNAL', 'Choose entry, stop, target, exit or square_off'],
    ['sort=luck', 'Sort by time, symbol, quantity, price, pnl'],
    ['from=2026-11-16&to=2026-11-15', 'The last day is before the first'],
    ['page=0', 'Enter a whole number from 1 to 10000'],
  ]) {
    const reply = await server.raw('GET', `/api/bots/trades/realtime/?${query}`, { token: trader.token })
    expect(reply.status, query).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(text)
  }
})
