import * as api from '@trading-bot/contract/rest/trading/admin-bots'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { findBot } from '../../../testing/test-runners.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../../testing/test-trades.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)

const mayEnter = async (id: string, at = server.deps.clock.now()) =>
  (await sql`select from bots_that_may_enter(${at}) where id = ${id}`.execute(server.db)).rows.length === 1

test('CALL GET /admin/bots/ CALL GET /admin/bots/{id}/ show every user’s bot to administrators only', async () => {
  const trader = await addTrader(server)
  const all = await server.call(api.listAllBots, {}, admin.access)
  expect(all.body.map(({ id }) => id)).toContain(trader.id)
  expect((await server.call(api.readAnyBot, { id: trader.id }, admin.access)).body.user.username).toBe(
    trader.registration.username,
  )
  expect((await server.call(api.listAllBots, {}, trader.token)).status).toBe(403)
  expect((await server.call(api.stopAllBots, {}, trader.token)).status).toBe(403)
})

test('CALL PUT /admin/bots/{id}/ CALL DELETE /admin/bots/{id}/ CALL POST /admin/bots/{id}/control/ manage any user’s bot', async () => {
  const { id } = await addTrader(server)
  expect((await server.call(api.updateAnyBot, { id, name: 'New name' }, admin.access)).body.name).toBe('New name')
  expect((await server.call(api.deleteAnyBot, { id }, admin.access)).status).toBe(409)
  const stopped = await server.call(api.controlAnyBot, { id, action: 'stop', close_positions: true }, admin.access)
  expect(stopped.body.bot.status).toBe('stopped')
  expect((await findBot(server, id)).close_requests).toBe(1)
  expect((await server.call(api.deleteAnyBot, { id }, admin.access)).status).toBe(204)
  expect((await server.call(api.readAnyBot, { id }, admin.access)).status).toBe(404)
})

test('an administrator cannot start a live bot for somebody else', async () => {
  const { id } = await addTrader(server)
  await sql`update user_bots set mode = 'live', status = 'stopped' where id = ${id}`.execute(server.db)
  expect((await server.call(api.controlAnyBot, { id, action: 'start' }, admin.access)).status).toBe(403)
})

test('CALL POST /admin/bots/create/ CALL POST /admin/bots/assign/ CALL POST /admin/bots/duplicate/ work for any user', async () => {
  const trader = await addTrader(server)
  await sql`update user_bots set archived_at = now(), status = 'stopped' where id = ${trader.id}`.execute(server.db)
  const made = await server.call(api.createUserBot, { user_id: trader.user_id }, admin.access)
  expect(made).toMatchObject({ status: 201, body: { status: 'stopped' } })
  expect((await server.call(api.createUserBot, { user_id: trader.user_id }, admin.access)).status).toBe(409)
  const strategy = made.body.strategy.id
  const assigned = await server.call(api.assignBot, { bot_id: strategy, user_id: trader.user_id }, admin.access)
  expect(assigned.body.bot.strategy.id).toBe(strategy)
  const other = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'rsi_strategy')
    .executeTakeFirstOrThrow()
  expect((await server.call(api.assignBot, { bot_id: other.id, user_id: trader.user_id }, admin.access)).status).toBe(
    409,
  )
  const second = await addTrader(server)
  const copy = await server.call(
    api.duplicateForUser,
    { bot_id: made.body.id, user_id: second.user_id, name: 'Copy' },
    admin.access,
  )
  expect(copy).toMatchObject({ status: 201, body: { name: 'Copy', mode: 'paper', status: 'stopped', is_copy: true } })
  const nobody = await server.call(
    api.duplicateForUser,
    { bot_id: made.body.id, user_id: newId(new Date()) },
    admin.access,
  )
  expect(nobody.status).toBe(404)
})

test('AB-07 CALL POST /admin/bots/stop-all/ is durable before the answer, closes positions, and ends with the India day', async () => {
  const trader = await addTrader(server)
  await addOpenPosition(server, trader)
  // Bots that were stopped before, and one that its owner has put away, still hold something.
  const [stopped, archived] = [await addTrader(server), await addTrader(server)]
  const holding = [await addOpenPosition(server, stopped), await addOpenPosition(server, archived)]
  await server.db.updateTable('user_bots').set({ status: 'stopped' }).where('id', '=', stopped.id).execute()
  const away = { status: 'stopped', archived_at: server.deps.clock.now() }
  await server.db.updateTable('user_bots').set(away).where('id', '=', archived.id).execute()
  expect(await mayEnter(trader.id)).toBe(true)
  const { body } = await server.call(api.stopAllBots, {}, admin.access)
  expect(body.stopped_bots).toBeGreaterThan(0)
  expect(body).toMatchObject({ closed_positions: 0, message: expect.stringContaining('Positions: closed 0, closing ') })
  const requests = await server.db.selectFrom('position_close_requests').select('position_id').execute()
  expect(requests.map(({ position_id }) => position_id)).toEqual(
    expect.arrayContaining(holding.map((one) => one.position)),
  )
  expect((await server.call(api.readClosing, {}, admin.access)).body).toEqual({
    closing: body.open_positions,
    held_up: [],
  })
  server.moveTime(60_000)
  const { held_up } = (await server.call(api.readClosing, {}, admin.access)).body
  expect(held_up.at(-1)).toMatchObject({ symbol: 'SBIN-EQ', reason: 'No engine is running.' })
  expect(await mayEnter(trader.id)).toBe(false)
  // It is still started, and trades again on the next trading day.
  expect(await findBot(server, trader.id)).toMatchObject({ status: 'running', close_requests: 1 })
  expect(await mayEnter(trader.id, new Date('2026-11-16T18:29:00Z'))).toBe(false)
  expect(await mayEnter(trader.id, new Date('2026-11-16T18:30:00Z'))).toBe(true)
  await server.asOwner((db) => sql`truncate positions cascade`.execute(db))
  await sql`delete from kill_switches`.execute(server.db)
  expect((await server.call(api.stopAllBots, {}, admin.access)).body.message).toContain('No position was open.')
  await sql`delete from kill_switches`.execute(server.db)
})

test('AB-07 CALL POST /admin/bots/stop-specific/ stops one strategy; CALL GET /admin/bots/active-strategies/ shows it', async () => {
  const trader = await addTrader(server)
  const find = async () =>
    (await server.call(api.listActiveStrategies, {}, admin.access)).body.strategies.find(
      ({ name }) => name === 'EMA Bot',
    )
  expect(await find()).toMatchObject({ is_running: true })
  expect((await server.call(api.stopStrategy, { strategy_name: 'No such bot' }, admin.access)).status).toBe(404)
  expect((await server.call(api.stopStrategy, { strategy_name: '' }, admin.access)).status).toBe(400)
  expect((await server.call(api.stopStrategy, { strategy_name: 'EMA Bot' }, admin.access)).status).toBe(200)
  expect(await mayEnter(trader.id)).toBe(false)
  expect(await find()).toMatchObject({ is_running: false, running_user_bots: 0 })
  await sql`delete from kill_switches`.execute(server.db)
})

test('CALL GET /admin/bots/stats/ counts bots by state and today’s trades', async () => {
  const { body } = await server.call(api.readAllBotStats, {}, admin.access)
  expect(body.total_bots).toBe(body.running_bots + body.paused_bots + body.error_bots + body.stopped_bots)
  const { trades_today, pnl_today } = body
  const trader = await addTrader(server)
  const today = indiaDayStartMs(indiaDayNumber(server.deps.clock.now().getTime()))
  const at = (minutes: number) => new Date(today + minutes * 60_000).toISOString()
  await addTrip(server, trader, { enteredAt: at(-90), exitedAt: at(-60) })
  // Decided before midnight, ended after it.
  const late = await addTrip(server, trader, { enteredAt: at(-1), exitedAt: at(1) })
  const after = await server.call(api.readAllBotStats, {}, admin.access)
  expect(after.body).toMatchObject({ trades_today: trades_today + 1, pnl_today: pnl_today + late.pnlPaise / 100 })
  const entry = sql`update orders set executed_at = ${at(0)} where position_id = ${late.position} and purpose = 'ENTRY'`
  await entry.execute(server.db)
  expect((await server.call(api.readAllBotStats, {}, admin.access)).body.trades_today).toBe(trades_today + 2)
})

test('the platform kill switch holds until it is lifted', async () => {
  const trader = await addTrader(server)
  const input = { scope: 'platform', reason: 'Exchange outage' } as const
  const set = await server.call(api.setKillSwitch, input, admin.access)
  expect(set.status).toBe(201)
  expect(await mayEnter(trader.id, new Date('2027-11-16T18:30:00Z'))).toBe(false)
  expect((await server.call(api.listKillSwitches, {}, admin.access)).body).toMatchObject([
    { reason: 'Exchange outage', subject_name: null, set_by: expect.stringContaining('@') },
  ])
  expect((await server.call(bots.readKillSwitches, {}, trader.token)).body).toMatchObject([{ scope: 'platform' }])
  expect((await server.call(api.liftKillSwitch, { id: set.body.id }, admin.access)).status).toBe(204)
  expect((await server.call(api.liftKillSwitch, { id: set.body.id }, admin.access)).status).toBe(404)
  expect(await mayEnter(trader.id)).toBe(true)
  expect((await server.call(api.setKillSwitch, { scope: 'user', reason: 'x' }, admin.access)).status).toBe(400)
})

test('CALL POST /admin/switches/ answers with the name of the strategy, user or bot', async () => {
  const trader = await addTrader(server)
  const bot = (await server.call(api.readAnyBot, { id: trader.id }, admin.access)).body
  for (const [scope, subject_id, subject_name] of [
    ['strategy', bot.strategy.id, bot.strategy.name],
    ['user', trader.user_id, trader.registration.email],
    ['bot', bot.id, bot.name],
  ] as const) {
    const set = await server.call(api.setKillSwitch, { scope, subject_id, reason: 'Looking into it' }, admin.access)
    expect(set, scope).toMatchObject({ status: 201, body: { scope, subject_name, until: null } })
    expect((await server.call(api.listKillSwitches, {}, admin.access)).body[0]).toEqual(set.body)
    await server.call(api.liftKillSwitch, { id: set.body.id }, admin.access)
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
