import * as admin from '@trading-bot/contract/rest/trading/admin-bots'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addTrip } from '../../../testing/test-trades.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await signUpAdmin(server)).access
})
afterAll(async () => {
  await server.stop()
})

async function openPosition(botId: string): Promise<void> {
  await server.db
    .insertInto('positions')
    .values({
      id: newId(new Date()),
      user_bot_id: botId,
      token: '3045',
      symbol: 'SBIN-EQ',
      direction: 1,
      entry_reason: 'up',
      square_off_at: new Date(),
      opened_at: new Date(),
    })
    .execute()
}
const mayEnter = async (id: string, at = server.deps.clock.now()) =>
  (await sql`select from bots_that_may_enter(${at}) where id = ${id}`.execute(server.db)).rows.length === 1

test('CALL GET /admin/bots/ CALL GET /admin/bots/{id}/ show every user’s bot to administrators only', async () => {
  const trader = await addTrader(server)
  const all = await server.call(admin.listAllBots, {}, token)
  expect(all.body.map(({ id }) => id)).toContain(trader.id)
  expect((await server.call(admin.readAnyBot, { id: trader.id }, token)).body.user.username).toBe(
    trader.registration.username,
  )
  expect((await server.call(admin.listAllBots, {}, trader.token)).status).toBe(403)
  expect((await server.call(admin.stopAllBots, {}, trader.token)).status).toBe(403)
})

test('CALL PUT /admin/bots/{id}/ CALL DELETE /admin/bots/{id}/ CALL POST /admin/bots/{id}/control/ manage any user’s bot', async () => {
  const { id } = await addTrader(server)
  expect((await server.call(admin.updateAnyBot, { id, name: 'New name' }, token)).body.name).toBe('New name')
  expect((await server.call(admin.deleteAnyBot, { id }, token)).status).toBe(409)
  const stopped = await server.call(admin.controlAnyBot, { id, action: 'stop', close_positions: true }, token)
  expect(stopped.body.bot.status).toBe('stopped')
  const row = await server.db.selectFrom('user_bots').select('close_requests').where('id', '=', id).executeTakeFirst()
  expect(row?.close_requests).toBe(1)
  expect((await server.call(admin.deleteAnyBot, { id }, token)).status).toBe(204)
  expect((await server.call(admin.readAnyBot, { id }, token)).status).toBe(404)
})

test('an administrator cannot start a live bot for somebody else', async () => {
  const { id } = await addTrader(server)
  await sql`update user_bots set mode = 'live', status = 'stopped' where id = ${id}`.execute(server.db)
  expect((await server.call(admin.controlAnyBot, { id, action: 'start' }, token)).status).toBe(403)
})

test('CALL POST /admin/bots/create/ CALL POST /admin/bots/assign/ CALL POST /admin/bots/duplicate/ work for any user', async () => {
  const trader = await addTrader(server)
  await sql`update user_bots set archived_at = now(), status = 'stopped' where id = ${trader.id}`.execute(server.db)
  const made = await server.call(admin.createUserBot, { user_id: trader.user_id }, token)
  expect(made).toMatchObject({ status: 201, body: { status: 'stopped' } })
  expect((await server.call(admin.createUserBot, { user_id: trader.user_id }, token)).status).toBe(409)
  const strategy = made.body.strategy.id
  const assigned = await server.call(admin.assignBot, { bot_id: strategy, user_id: trader.user_id }, token)
  expect(assigned.body.bot.strategy.id).toBe(strategy)
  const other = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'rsi_strategy')
    .executeTakeFirstOrThrow()
  expect((await server.call(admin.assignBot, { bot_id: other.id, user_id: trader.user_id }, token)).status).toBe(409)
  const second = await addTrader(server)
  const copy = await server.call(
    admin.duplicateForUser,
    { bot_id: made.body.id, user_id: second.user_id, name: 'Copy' },
    token,
  )
  expect(copy).toMatchObject({ status: 201, body: { name: 'Copy', mode: 'paper', status: 'stopped', is_copy: true } })
  const nobody = await server.call(admin.duplicateForUser, { bot_id: made.body.id, user_id: newId(new Date()) }, token)
  expect(nobody.status).toBe(404)
})

test('AB-07 CALL POST /admin/bots/stop-all/ is durable before the answer, closes positions, and ends with the India day', async () => {
  const trader = await addTrader(server)
  await openPosition(trader.id)
  expect(await mayEnter(trader.id)).toBe(true)
  const { body } = await server.call(admin.stopAllBots, {}, token)
  expect(body.stopped_bots).toBeGreaterThan(0)
  expect(body.open_positions).toBeGreaterThan(0)
  expect(body.message).toMatch(/stopped for today\. \d+ positions? (is|are) still being closed\./)
  expect(await mayEnter(trader.id)).toBe(false)
  const row = await server.db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  // It is still started, and trades again on the next trading day.
  expect(row).toMatchObject({ status: 'running', close_requests: 1 })
  expect(await mayEnter(trader.id, new Date('2026-11-16T18:29:00Z'))).toBe(false)
  expect(await mayEnter(trader.id, new Date('2026-11-16T18:30:00Z'))).toBe(true)
  await server.asOwner((db) => sql`truncate positions cascade`.execute(db))
  await sql`delete from kill_switches`.execute(server.db)
  expect((await server.call(admin.stopAllBots, {}, token)).body.message).toContain('Every position is closed.')
  await sql`delete from kill_switches`.execute(server.db)
})

test('AB-07 CALL POST /admin/bots/stop-specific/ stops one strategy; CALL GET /admin/bots/active-strategies/ shows it', async () => {
  const trader = await addTrader(server)
  const find = async () =>
    (await server.call(admin.listActiveStrategies, {}, token)).body.strategies.find(({ name }) => name === 'EMA Bot')
  expect(await find()).toMatchObject({ is_running: true })
  expect((await server.call(admin.stopStrategy, { strategy_name: 'No such bot' }, token)).status).toBe(404)
  expect((await server.call(admin.stopStrategy, { strategy_name: '' }, token)).status).toBe(400)
  expect((await server.call(admin.stopStrategy, { strategy_name: 'EMA Bot' }, token)).status).toBe(200)
  expect(await mayEnter(trader.id)).toBe(false)
  expect(await find()).toMatchObject({ is_running: false, running_user_bots: 0 })
  await sql`delete from kill_switches`.execute(server.db)
})

test('CALL GET /admin/bots/stats/ counts bots by state and today’s trades', async () => {
  const { body } = await server.call(admin.readAllBotStats, {}, token)
  expect(body.total_bots).toBe(body.running_bots + body.paused_bots + body.error_bots + body.stopped_bots)
  expect(body).toMatchObject({ trades_today: 0, pnl_today: 0 })
  const trader = await addTrader(server)
  const today = indiaDayStartMs(indiaDayNumber(server.deps.clock.now().getTime()))
  const at = (minutes: number) => new Date(today + minutes * 60_000).toISOString()
  await addTrip(server, trader, { enteredAt: at(-90), exitedAt: at(-60) })
  // Decided before midnight, ended after it.
  const late = await addTrip(server, trader, { enteredAt: at(-1), exitedAt: at(1) })
  const after = await server.call(admin.readAllBotStats, {}, token)
  expect(after.body).toMatchObject({ trades_today: 1, pnl_today: late.pnlPaise / 100 })
  const entry = sql`update orders set executed_at = ${at(0)} where position_id = ${late.position} and purpose = 'ENTRY'`
  await entry.execute(server.db)
  expect((await server.call(admin.readAllBotStats, {}, token)).body.trades_today).toBe(2)
})

test('the platform kill switch holds until it is lifted', async () => {
  const trader = await addTrader(server)
  const input = { scope: 'platform', reason: 'Exchange outage' } as const
  const set = await server.call(admin.setKillSwitch, input, token)
  expect(set.status).toBe(201)
  expect(await mayEnter(trader.id, new Date('2027-11-16T18:30:00Z'))).toBe(false)
  expect((await server.call(admin.listKillSwitches, {}, token)).body).toMatchObject([
    { reason: 'Exchange outage', subject_name: null, set_by: expect.stringContaining('@') },
  ])
  expect((await server.call(bots.readKillSwitches, {}, trader.token)).body).toMatchObject([{ scope: 'platform' }])
  expect((await server.call(admin.liftKillSwitch, { id: set.body.id }, token)).status).toBe(204)
  expect((await server.call(admin.liftKillSwitch, { id: set.body.id }, token)).status).toBe(404)
  expect(await mayEnter(trader.id)).toBe(true)
  expect((await server.call(admin.setKillSwitch, { scope: 'user', reason: 'x' }, token)).status).toBe(400)
})

test('CALL POST /admin/switches/ answers with the name of the strategy, user or bot', async () => {
  const trader = await addTrader(server)
  const bot = (await server.call(admin.readAnyBot, { id: trader.id }, token)).body
  for (const [scope, subject_id, subject_name] of [
    ['strategy', bot.strategy.id, bot.strategy.name],
    ['user', trader.user_id, trader.registration.email],
    ['bot', bot.id, bot.name],
  ] as const) {
    const set = await server.call(admin.setKillSwitch, { scope, subject_id, reason: 'Looking into it' }, token)
    expect(set, scope).toMatchObject({ status: 201, body: { scope, subject_name, until: null } })
    expect((await server.call(admin.listKillSwitches, {}, token)).body[0]).toEqual(set.body)
    await server.call(admin.liftKillSwitch, { id: set.body.id }, token)
  }
  await sql`delete from kill_switches`.execute(server.db)
})

test('a maintenance window stops entries while it lasts, unless the setting disables that', async () => {
  const { id } = await addTrader(server)
  await sql`
    insert into maintenance_windows (id, title, starts_at, ends_at, created_at, updated_at)
    values (gen_random_uuid(), 'Update', '2026-11-16T04:00:00Z', '2026-11-16T06:00:00Z', now(), now())`.execute(
    server.db,
  )
  expect(await mayEnter(id)).toBe(false)
  expect(await mayEnter(id, new Date('2026-11-16T06:00:00Z'))).toBe(true)
  await sql`insert into settings (key, value, updated_at) values ('maintenance.pause_entries', 'false', now())`.execute(
    server.db,
  )
  expect(await mayEnter(id)).toBe(true)
})
