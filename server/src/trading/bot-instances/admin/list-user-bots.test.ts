import type { CallRequest } from '@trading-bot/contract/rest/call'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { listUserBots } from '@trading-bot/contract/rest/trading/user-bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdShares } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const PRICES = new Map<string, number>()
const server = serverForFile({}, { prices: { lastPaise: (instrument) => PRICES.get(instrument) } })
const admin = adminForFile(server)

async function list(filter: CallRequest<typeof listUserBots> = {}) {
  const { body, headers } = await server.call(listUserBots, filter, admin.access)
  return { rows: body, totals: JSON.parse(headers.get('x-totals') ?? 'null') }
}

test('the operator sees who runs which bot, in which mode and state, those in error first', async () => {
  const [failed, healthy] = [await addTrader(server), await addTrader(server)]
  await sql`update user_bots set status = 'error', status_reason = 'KeyError: close' where id = ${failed.id}`.execute(
    server.db,
  )
  const { rows, totals } = await list()
  expect(rows[0]).toMatchObject({
    id: failed.id,
    user: { id: failed.user_id, username: failed.registration.username },
    status: 'error',
    status_reason: 'KeyError: close',
    mode: 'paper',
    open_positions: 0,
    net_pnl_today: 0,
  })
  expect(rows.map(({ id }) => id)).toContain(healthy.id)
  expect(totals).toMatchObject({ error: 1, running: 1, matching: 2 })
  expect((await server.call(listUserBots, {}, healthy.token)).status).toBe(403)
})

test('filters by state, mode, bot and text; the counters follow every filter but the state', async () => {
  const live = await addTrader(server)
  await sql`update user_bots set mode = 'live', name = 'Morning 100%' where id = ${live.id}`.execute(server.db)
  expect((await list({ mode: 'live' })).rows.map(({ id }) => id)).toEqual([live.id])
  expect((await list({ search: '100%' })).rows.map(({ id }) => id)).toEqual([live.id])
  expect((await list({ search: live.registration.email.toUpperCase() })).rows).toHaveLength(1)
  const stopped = await list({ mode: 'live', status: 'stopped' })
  expect([stopped.rows, stopped.totals]).toEqual([[], { matching: 0, running: 1, paused: 0, error: 0, stopped: 0 }])
  const other = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'rsi_strategy')
    .executeTakeFirstOrThrow()
  expect((await list({ strategy_id: other.id })).rows).toEqual([])
  // An instance whose plan has ended is listed, and has none of the states that the counters count.
  await sql`update subscriptions set end_at = ${new Date(0)} where user_id = ${live.user_id}`.execute(server.db)
  const ended = await list({ mode: 'live' })
  expect(ended.rows).toMatchObject([{ status: 'stopped', is_plan_ended: true }])
  expect(ended.totals).toEqual({ matching: 1, running: 0, paused: 0, error: 0, stopped: 0 })
  expect((await list({ mode: 'live', status: 'stopped' })).rows).toEqual([])
})

test('today’s net P&L is the figure that the owner reads, and unknown without a price', async () => {
  const trader = await addTrader(server)
  await holdShares(server, trader)
  const shown = async () => (await list({ search: trader.registration.email })).rows[0]
  expect(await shown()).toMatchObject({ open_positions: 1, net_pnl_today: null })
  PRICES.set('3045', 79_000)
  const { body } = await server.call(readToday, {}, trader.token)
  expect(body.net_pnl).toBeLessThan(-100)
  expect((await shown())?.net_pnl_today).toBe(body.net_pnl)
})

test('pages through the list without repeating a row', async () => {
  const first = await list({ page_size: 2 })
  const second = await list({ page_size: 2, page: 2 })
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4)
  expect((await list({ page: 99 })).rows).toEqual([])
})
