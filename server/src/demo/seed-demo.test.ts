import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { controlBot, listBots } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { findSheet } from '@trading-bot/contract/rest/trading/sheets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SIGN_INS } from '../platform/demo-sign-ins.ts'
import { recordLogicHashes } from '../trading/strategies/index.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { seedDemo } from './seed-demo.ts'

// The test's broker has no practice account for the demo to open.
const KEYS = { api_key: 'abcd1234', client_code: 'A12345678', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH' }

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  await seedDemo(server.deps)
  const { username, password } = DEMO_SIGN_INS.find(({ role }) => role === 'Trader')!
  const { body } = await server.call(logIn, { username, password })
  if (!('access' in body)) throw new Error('the demo trader could not sign in')
  token = body.access
})
afterAll(async () => {
  await server.stop()
})

test('the demo trader runs three bots of different strategy and interval, one of them on one-minute bars', async () => {
  const { rows } = await sql<{ type: string; interval: string; symbols: number; status: string }>`
    select settings ->> 'botType' as type, settings ->> 'interval' as interval, status,
      jsonb_array_length(settings -> 'instruments') as symbols
    from user_bots order by is_copy, type`.execute(server.db)
  expect(rows).toEqual([
    { type: 'ema_strategy', interval: '1m', symbols: 12, status: 'running' },
    { type: 'macd_strategy', interval: '15m', symbols: 5, status: 'running' },
    { type: 'momentum_strategy', interval: '30m', symbols: 5, status: 'running' },
  ])
})

test('the two months of each demo bot cost less than 7 paise per ₹100 traded', async () => {
  const { rows } = await sql<{ name: string; orders: number; bps: number }>`
    select b.name, count(*)::int as orders, (sum(o.charges_paise) * 10000.0 / sum(o.filled_value_paise))::float as bps
    from orders o join user_bots b on b.id = o.user_bot_id group by b.name order by b.name`.execute(server.db)
  expect(rows.map(({ name }) => name)).toEqual(['EMA Bot', 'MACD Bot', 'Momentum Bot'])
  for (const { name, orders, bps } of rows) {
    expect(orders, name).toBeGreaterThan(50)
    expect(bps, name).toBeLessThan(7)
  }
})

test('the demo trader has accepted how the bots on offer decide, once', async () => {
  const ema = () => server.call(findSheet, { bot_type: 'ema_strategy' }, token)
  expect((await ema()).body.accepted_at).not.toBeNull()
  await sql`update bot_versions set logic_hash = repeat('a', 64) where bot_id in (
    select id from bots where bot_type = 'ema_strategy')`.execute(server.db)
  await seedDemo(server.deps)
  expect((await ema()).body.accepted_at).toBeNull()
  await recordLogicHashes(server.db)
})

test('a copy that is stopped and started again keeps the strategy it tries out', async () => {
  await server.call(saveCredentials, KEYS, token)
  const { body } = await server.call(listBots, {}, token)
  const copy = body.data.find(({ name }) => name === 'MACD Bot')!
  await server.call(controlBot, { id: copy.id, action: 'stop' }, token)
  const started = await server.call(controlBot, { id: copy.id, action: 'start' }, token)
  expect(started.body.bot).toMatchObject({ name: 'MACD Bot', bot_type: 'macd_strategy', status: 'running' })
  expect(started.body.bot.symbols).toHaveLength(5)
})

test('a later start of the server seeds nothing twice', async () => {
  const count = async () =>
    (
      await sql<{ bots: number; orders: number }>`
      select (select count(*)::int from user_bots) as bots, (select count(*)::int from orders) as orders`.execute(
        server.db,
      )
    ).rows
  const before = await count()
  await seedDemo(server.deps)
  expect(await count()).toEqual(before)
})
