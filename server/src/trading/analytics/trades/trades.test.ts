import type { CallRequest } from '@trading-bot/contract/rest/call'
import { listAllTrades, listOwnTrades, listRecentTrades, readTrade } from '@trading-bot/contract/rest/trading/analytics'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfText } from '../../../testing/pdf-text.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addTrip } from '../../../testing/test-trades.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

let trader: Awaited<ReturnType<typeof addTrader>>
let other: typeof trader
const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  trader = await addTrader(server)
  other = await addTrader(server)
  for (const minute of [10, 20, 30]) await addTrip(server, trader, tripAt(minute))
  await addTrip(server, other, tripAt(40))
}, 60_000)

function tripAt(minute: number) {
  return { enteredAt: `2026-11-16T04:${minute}:00Z`, exitedAt: `2026-11-16T04:${minute + 5}:00Z` }
}

async function file(path: string, token: string) {
  const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

async function csv(path: string, token: string): Promise<string[][]> {
  const { status, bytes } = await file(path, token)
  expect(status).toBe(200)
  const lines = Buffer.from(bytes).toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.map((line) => line.split(','))
}

test('CALL GET /bots/trades/realtime/ returns own trades, newest first, page by page', async () => {
  const all = (await server.call(listOwnTrades, {}, trader.token)).body
  expect(all.map(({ created_at }) => created_at.slice(14, 16))).toEqual(['35', '30', '25', '20', '15', '10'])
  expect(all[0]).toMatchObject({
    symbol: 'SBIN-EQ',
    status: 'executed',
    order_type: 'SELL',
    quantity: 10,
    price: 805,
    bot: { name: 'EMA Bot' },
    user: null,
  })
  expect(all.map(({ pnl }) => pnl !== null)).toEqual([true, false, true, false, true, false])
  const first = (await server.call(listOwnTrades, { limit: 4 }, trader.token)).body
  const rest = (await server.call(listOwnTrades, { limit: 4, before: first[3]?.id }, trader.token)).body
  expect([...first, ...rest]).toEqual(all)
  for (const limit of [0, 1001]) {
    expect((await server.call(listOwnTrades, { limit }, trader.token)).status).toBe(400)
  }
})

test('CALL GET /bots/trades/realtime/ refuses another user’s trade as a cursor', async () => {
  const [theirs] = (await server.call(listOwnTrades, {}, other.token)).body
  expect((await server.call(listOwnTrades, { before: theirs?.id }, trader.token)).body).toEqual([])
})

test('CALL GET /bots/trades/all/ returns everybody’s trades with their owners, for administrators only', async () => {
  expect((await server.call(listAllTrades, {}, trader.token)).status).toBe(403)
  const all = (await server.call(listAllTrades, {}, admin.access)).body
  expect(all).toHaveLength(8)
  expect(new Set(all.map(({ user }) => user?.email)).size).toBe(2)
  const first = (await server.call(listAllTrades, { limit: 3 }, admin.access)).body
  const rest = (await server.call(listAllTrades, { before: first[2]?.id }, admin.access)).body
  expect([...first, ...rest]).toEqual(all)
})

test('CALL GET /bots/recent-trades/ returns the newest: own ones, for an administrator everybody’s', async () => {
  expect((await server.call(listRecentTrades, { limit: 2 }, trader.token)).body).toHaveLength(2)
  const mine = (await server.call(listRecentTrades, {}, trader.token)).body
  expect(mine).toEqual((await server.call(listOwnTrades, { limit: 10 }, trader.token)).body)
  expect((await server.call(listRecentTrades, {}, admin.access)).body).toHaveLength(8)
})

test('CALL GET /bots/trades/{id}/ shows the round trip: orders, fills, charges, inputs and version', async () => {
  const [exit, entry] = (await server.call(listOwnTrades, {}, trader.token)).body
  const { body } = await server.call(readTrade, { id: exit?.id ?? '' }, trader.token)
  expect(body.trade).toEqual(exit)
  expect(body.bot).toMatchObject({ name: 'EMA Bot', version: 1, is_put_away: false })
  expect(body.position).toMatchObject({
    side: 'LONG',
    average_price: 800,
    stop_price: 792,
    target_price: 816,
    pnl: exit?.pnl,
  })
  expect(body.orders.map(({ trade, is_asked_for }) => [trade.id, is_asked_for])).toEqual([
    [entry?.id, false],
    [exit?.id, true],
  ])
  for (const { charges, trade, fills, inputs } of body.orders) {
    expect(fills).toEqual([{ trade_id: '1', quantity: 10, price: trade.price, at: trade.timestamp }])
    expect(inputs).toEqual({ ema: trade.price })
    const { total, ...lines } = charges ?? { total: 0 }
    const paise = Object.values(lines).reduce((sum, line) => sum + Math.round(line * 100), 0)
    expect(paise).toBe(Math.round(total * 100))
    expect(total).toBe(trade.charges)
  }
  const gross = body.orders.reduce(
    (sum, { trade }) => sum + (trade.order_type === 'SELL' ? 1 : -1) * trade.price * 10,
    0,
  )
  expect(body.position.pnl).toBe(Math.round((gross - body.position.charges) * 100) / 100)
})

test('CALL GET /bots/trades/{id}/ does not find another user’s trade; an administrator sees whose it is', async () => {
  const [theirs] = (await server.call(listOwnTrades, {}, other.token)).body
  const id = theirs?.id ?? ''
  expect((await server.call(readTrade, { id }, trader.token)).status).toBe(404)
  expect((await server.call(readTrade, { id }, admin.access)).body.trade.user).toMatchObject({
    email: other.registration.email,
  })
})

test('CALL GET /bots/trades/export/ exports own trades by India days as CSV and neutralises formulas', async () => {
  const careful = await addTrader(server)
  await addTrip(server, careful, { ...tripAt(10), reason: '=cmd()' })
  await addTrip(server, careful, { enteredAt: '2026-11-14T18:20:00Z', exitedAt: '2026-11-14T18:40:00Z' })
  const all = await csv('/bots/trades/export/', careful.token)
  expect(all).toHaveLength(5)
  const [titles = [], ...rows] = all
  expect(rows.at(-1)?.[titles.indexOf('reason')]).toBe("'=cmd()")
  // 23:50 India time is still the 14th, 00:10 the 15th.
  expect(await csv('/bots/trades/export/?from=2026-11-14&to=2026-11-14', careful.token)).toHaveLength(2)
  expect(await csv('/bots/trades/export/?from=2026-11-15', careful.token)).toHaveLength(4)
  expect(await csv('/bots/trades/export/?from=2027-01-01', careful.token)).toHaveLength(1)
})

test('CALL GET /bots/trades/export/ exports everybody’s trades for an administrator, with an audit line', async () => {
  const rows = await csv('/bots/trades/export/', admin.access)
  expect(rows.length).toBeGreaterThan(8)
  const audit = await server.db.selectFrom('audit_lines').selectAll().where('action', '=', 'trades.exported').execute()
  expect(audit).toHaveLength(1)
  expect(audit[0]?.after).toEqual({ from: null, to: null, rows: rows.length - 1 })
})

test('CALL GET /bots/tax-statement/csv/ has one line per round trip closed in the India year, and totals that add up', async () => {
  const payer = await addTrader(server)
  const live = { mode: 'live' as const }
  // 31 March 23:59 and 1 April 00:01 in India.
  await addTrip(server, payer, { enteredAt: '2026-03-31T18:20:00Z', exitedAt: '2026-03-31T18:29:00Z', ...live })
  const first = await addTrip(server, payer, {
    enteredAt: '2026-03-31T18:25:00Z',
    exitedAt: '2026-03-31T18:31:00Z',
    ...live,
  })
  const loss = await addTrip(server, payer, { ...tripAt(10), exitPaise: 79_000, direction: 1, ...live })
  const short = await addTrip(server, payer, { ...tripAt(20), exitPaise: 79_000, direction: -1, ...live })
  await addTrip(server, payer, tripAt(30))
  const lines = await csv('/bots/tax-statement/csv/?year=2026-27', payer.token)
  const trips = lines.filter(([day]) => /^\d{4}-\d{2}-\d{2}$/.test(day ?? ''))
  expect(trips.map(([day, , side]) => [day, side])).toEqual([
    ['2026-04-01', 'LONG'],
    ['2026-11-16', 'LONG'],
    ['2026-11-16', 'SHORT'],
  ])
  const nets = [first, loss, short].map(({ pnlPaise }) => pnlPaise)
  expect(trips.map((trip) => Math.round(Number(trip[8]) * 100))).toEqual(nets)
  for (const trip of trips) expect(Number(trip[6]) - Number(trip[7])).toBeCloseTo(Number(trip[8]), 6)
  const total = (label: string) => Number(lines.find(([name]) => name === label)?.[1])
  expect(Math.round(total('Net result') * 100)).toBe(nets.reduce((sum, net) => sum + net, 0))
  expect(total('Turnover (profits and losses by size)')).toBe(50 + 100 + 100)
  const kinds = [
    'Brokerage',
    'Securities transaction tax (STT)',
    'Exchange charges',
    'SEBI fee',
    'Stamp duty',
    'GST',
    'Depository charge',
  ]
  expect(kinds.reduce((sum, kind) => sum + total(kind), 0)).toBeCloseTo(total('Charges in all'), 6)
  expect(lines[1]).toEqual(['Kind', '"Intraday equity', ' speculative income"'])
  const before = await csv('/bots/tax-statement/csv/?year=2025-26', payer.token)
  expect(before.filter(([day]) => day === '2026-03-31')).toHaveLength(1)
  const paper = await csv('/bots/tax-statement/csv/?year=2026-27&mode=paper', payer.token)
  expect(paper.filter(([day]) => day === '2026-11-16')).toHaveLength(1)
  expect(paper[1]).toEqual(['Kind', '"Paper trades', ' not income"'])
})

test('CALL GET /bots/tax-statement/pdf/ has a title and totals by month and by kind of charge', async () => {
  const payer = await addTrader(server)
  const { pnlPaise } = await addTrip(server, payer, { ...tripAt(10), mode: 'live' })
  const { type, bytes } = await file('/bots/tax-statement/pdf/?year=2026-27', payer.token)
  expect(type).toBe('application/pdf')
  const text = pdfText(bytes)
  expect(text).toContain('speculative business income')
  expect(text).toContain('Prepared on 16 November 2026, India time')
  expect(text).toContain('Financial year 2026-27: 1 April 2026 to 31 March 2027')
  expect(text).toContain('November 2026 (1 round trip)')
  expect(text).toContain(`INR ${(pnlPaise / 100).toFixed(2)}`)
  const empty = pdfText((await file('/bots/tax-statement/pdf/?year=2020-21', payer.token)).bytes)
  expect(empty).toContain('No position was closed in this year')
  const paper = pdfText((await file('/bots/tax-statement/pdf/?year=2026-27&mode=paper', payer.token)).bytes)
  expect(paper).toContain('Paper trades: not income')
})

test('CALL GET /bots/tax-statement/csv/ refuses an invalid year with a sentence', async () => {
  for (const year of ['2026', '2026-28', '26-27', '2026-2027', 'next']) {
    const reply = await server.raw('GET', `/api/bots/tax-statement/csv/?year=${year}`, { token: trader.token })
    expect([year, reply.status]).toEqual([year, 400])
    expect(reply.body).toMatchObject({ year: ['Enter a financial year like 2026-27'] })
  }
})

describe('a search', () => {
  let searcher: Awaited<ReturnType<typeof addTrader>>
  beforeAll(async () => {
    searcher = await addTrader(server)
    await addTrip(server, searcher, { ...tripAt(10), exitPaise: 81_000 })
    await addTrip(server, searcher, { ...tripAt(20), exitPaise: 79_000 })
    for (const who of [searcher, other]) await addTrip(server, who, { ...tripAt(30), symbol: 'TCS-EQ' })
    // 00:10 of the 15th in India.
    await addTrip(server, searcher, { enteredAt: '2026-11-14T18:40:00Z', exitedAt: '2026-11-14T18:45:00Z' })
  })

  async function find(wanted: CallRequest<typeof listOwnTrades>) {
    const { status, body, headers } = await server.call(listOwnTrades, wanted, searcher.token)
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
    const all = await server.call(listAllTrades, { symbol: 'TCS-EQ' }, admin.access)
    expect(all.headers.get('x-totals')).toBe('{"total":4}')
    expect((await find({ symbol: 'TCS-EQ' })).total).toBe(2)
  })

  test('the CSV holds what the list shows, in India time and in words', async () => {
    const [titles = [], ...rows] = await csv('/bots/trades/export/?symbol=TCS-EQ&side=SELL', searcher.token)
    const cells = ['time_india', 'symbol', 'purpose'].map((title) => rows[0]?.[titles.indexOf(title)])
    expect([rows.length, ...cells]).toEqual([1, '2026-11-16 10:05:00', 'TCS-EQ', 'Target'])
  })

  test('wrong filters are refused with a sentence', async () => {
    for (const [query, text] of [
      ['side=HOLD', 'Choose BUY or SELL'],
      ['purpose=SIGNAL', 'Choose entry, stop, target, exit or square_off'],
      ['sort=luck', 'Sort by time, symbol, quantity, price, pnl'],
      ['from=2026-11-16&to=2026-11-15', 'The last day is before the first'],
      ['page=0', 'Enter a whole number from 1 to 10000'],
    ]) {
      const reply = await server.raw('GET', `/api/bots/trades/realtime/?${query}`, { token: searcher.token })
      expect(reply.status, query).toBe(400)
      expect(JSON.stringify(reply.body)).toContain(text)
    }
  })
})
