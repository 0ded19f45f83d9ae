import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { cancelSubscription, readUsage } from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { addReadyUser, addSubscriber, configure, findBot } from '../../testing/test-runners.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()

const start = (token: string) => server.call(bots.startParticipation, {}, token)
const status = async (token: string) => (await server.call(bots.readParticipation, {}, token)).body
const sentence = (body: unknown) => (body as { error: string }).error

test('CALL GET /bots/participation/status/ lists what is missing, with the page that fixes it, and the start names it', async () => {
  const buyer = await signUpBuyer(server)
  const before = await status(buyer.token)
  expect(before).toMatchObject({ is_user_participating: false, bot: null, is_ready: false, mode: 'paper' })
  const missing = before.readiness.filter(({ is_ready }) => !is_ready)
  expect(missing.map(({ code }) => code)).toEqual(['subscription', 'configuration', 'capital'])
  expect(missing.map(({ fix }) => fix?.path)).toEqual(['/pricing', '/subscriptions', '/subscriptions'])
  expect((await start(buyer.token)).status).toBe(404)
  const { token } = await addSubscriber(server)
  const refused = await start(token)
  expect(refused.status).toBe(409)
  expect(sentence(refused.body)).toBe('The bot can’t start yet. Missing: Capital above ₹0.')
})

test('CALL POST /bots/participation/start/ CALL POST /bots/participation/stop/ SB-02 each is refused when it changes nothing', async () => {
  const { token } = await addReadyUser(server)
  const notYet = await server.call(bots.stopParticipation, {}, token)
  expect([notYet.status, sentence(notYet.body)]).toEqual([409, 'Bot is not participating in trading'])
  const started = await start(token)
  expect(started.body.bot).toMatchObject({ status: 'running', mode: 'paper', is_participating: true })
  expect(await status(token)).toMatchObject({ is_user_participating: true })
  const again = await start(token)
  expect([again.status, sentence(again.body)]).toEqual([409, 'Bot is already participating in trading'])
  const stopped = await server.call(bots.stopParticipation, {}, token)
  expect(stopped.body.bot.status).toBe('stopped')
  expect(await status(token)).toMatchObject({ is_user_participating: false })
})

test('fifty parallel starts start one bot once', async () => {
  const { token } = await addReadyUser(server)
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(token)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const { data } = (await server.call(bots.listBots, {}, token)).body
  expect(data).toHaveLength(1)
})

test('CALL POST /bots/{id}/control/ allows only the defined state changes', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  const act = (action: bots.BotAction) => server.call(bots.controlBot, { id, action }, token)
  expect((await act('resume')).status).toBe(409)
  expect((await act('pause')).body.bot.status).toBe('paused')
  expect((await act('pause')).status).toBe(409)
  expect((await act('start')).status).toBe(409)
  expect((await act('resume')).body.bot.status).toBe('running')
  expect((await act('restart')).body.bot.status).toBe('running')
  expect((await act('stop')).body.bot.status).toBe('stopped')
  expect((await act('stop')).status).toBe(409)
  expect((await act('pause')).status).toBe(409)
  expect((await act('restart')).body.bot.status).toBe('running')
  const unknown = await server.raw('POST', `/api/bots/${id}/control/`, { body: '{"action":"explode"}', token })
  expect(unknown.status).toBe(400)
  const lines = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', id).execute()
  expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['bot.start', 'bot.pause', 'bot.stop']))
})

test('CALL POST /bots/ creates the subscription’s bot once; CALL GET /bots/ and CALL GET /bots/{id}/ show it to its owner', async () => {
  const { token } = await addReadyUser(server)
  const made = await server.call(bots.createBot, { name: 'Mine' }, token)
  expect(made).toMatchObject({ status: 201, body: { name: 'Mine', status: 'stopped', capital_amount: 200_000 } })
  expect((await server.call(bots.createBot, {}, token)).status).toBe(409)
  const stranger = await signUpBuyer(server)
  expect((await server.call(bots.listBots, {}, token)).body.data.map(({ id }) => id)).toEqual([made.body.id])
  expect((await server.call(bots.listBots, {}, stranger.token)).body.data).toEqual([])
  expect((await server.call(bots.readBot, { id: made.body.id }, token)).body.id).toBe(made.body.id)
  for (const spec of [bots.readBot, bots.listBotPositions, bots.logInBot, bots.verifyBotStrategy] as const) {
    expect((await server.call(spec, { id: made.body.id }, stranger.token)).status).toBe(404)
  }
  const control = { id: made.body.id, action: 'start' as const }
  expect((await server.call(bots.controlBot, control, stranger.token)).status).toBe(404)
})

test('CALL PUT /bots/{id}/ renames, CALL DELETE /bots/{id}/ archives a stopped bot and keeps its history', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  expect((await server.call(bots.updateBot, { id, name: 'Renamed' }, token)).body.name).toBe('Renamed')
  expect((await server.call(bots.updateBot, { id, name: '' }, token)).status).toBe(400)
  expect((await server.call(bots.deleteBot, { id }, token)).status).toBe(409)
  await server.call(bots.stopParticipation, {}, token)
  expect((await server.call(bots.deleteBot, { id }, token)).status).toBe(204)
  expect((await server.call(bots.readBot, { id }, token)).status).toBe(404)
  expect((await findBot(server, id)).archived_at).not.toBeNull()
  await expect(sql`delete from user_bots where id = ${id}`.execute(server.db)).rejects.toThrow('put it away')
})

test('CALL POST /bots/{id}/duplicate/ creates a stopped copy that only trades on paper', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  const copy = await server.call(bots.duplicateBot, { id }, token)
  expect(copy).toMatchObject({ status: 201, body: { status: 'stopped', mode: 'paper', is_copy: true } })
  expect((await server.call(bots.controlBot, { id: copy.body.id, action: 'start' }, token)).body.bot.mode).toBe('paper')
})

test('a plan allows three copies, however many are asked for at once; a deleted one makes room', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  const asked = await Promise.all(Array.from({ length: 20 }, () => server.call(bots.duplicateBot, { id }, token)))
  const made = asked.filter(({ status }) => status === 201)
  expect(made).toHaveLength(3)
  const refused = asked.filter(({ status }) => status !== 201)
  for (const { status, body } of refused)
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'COPIES_SPENT' })])
  await server.call(bots.deleteBot, { id: made[0]!.body.id }, token)
  expect((await server.call(bots.duplicateBot, { id }, token)).status).toBe(201)
})

test('CALL POST /bots/sync-config/ applies what the administrator has deployed since', async () => {
  const { token } = await addReadyUser(server, 'rsi_strategy')
  const { id } = (await start(token)).body.bot
  await sql`
    with old as (
      select v.* from bot_versions v join bots b on b.id = v.bot_id and b.deployed_version = v.number
      where b.bot_type = 'rsi_strategy'
    ), added as (
      insert into bot_versions (bot_id, number, code, config, hash, created_at)
      select bot_id, number + 1, code, config || '{"stop_loss_percent": 3}', 'next', now() from old returning bot_id, number)
    update bots set deployed_version = added.number from added where bots.id = added.bot_id`.execute(server.db)
  expect((await server.call(bots.syncBotConfig, {}, token)).body).toMatchObject({ updated: 1 })
  expect(await findBot(server, id)).toMatchObject({ version: 2, settings: { limits: { stopLossBps: 300 } } })
})

test('a bot trades with the strictest limit of administrator and user, field by field', async () => {
  const { token } = await addReadyUser(server, 'bollinger_strategy')
  await sql`update bot_versions set config = config || ${JSON.stringify({
    max_loss_per_day: 900,
    max_loss_per_week: 3000,
    max_drawdown: 8000,
    trailing_stop_percent: 2,
  })}::jsonb from bots where bots.id = bot_versions.bot_id and bot_type = 'bollinger_strategy'`.execute(server.db)
  const own = { max_loss_per_day: 700, max_open_value: 50_000, trailing_stop_percentage: 1, max_orders_per_day: 3 }
  expect((await configure(server, token, own)).status).toBe(200)
  const { bot } = (await start(token)).body
  expect((await findBot(server, bot.id)).settings).toMatchObject({
    limits: {
      maxLossPerDayPaise: 70_000,
      maxLossPerWeekPaise: 300_000,
      maxDrawdownPaise: 800_000,
      maxOpenValuePaise: 5_000_000,
      trailingStopBps: 100,
      maxEntriesPerDay: 3,
    },
  })
})

test('the choice for a refused stop reaches the bot at its start and at the next synchronisation', async () => {
  const { token } = await addReadyUser(server)
  const { bot } = (await start(token)).body
  const chosen = async () => (await findBot(server, bot.id)).settings
  expect(await chosen()).toMatchObject({ onRefusedStop: 'CLOSE' })
  await configure(server, token, { on_refused_stop: 'warn' })
  expect(await chosen()).toMatchObject({ onRefusedStop: 'CLOSE' })
  expect((await server.call(bots.syncBotConfig, {}, token)).status).toBe(200)
  expect(await chosen()).toMatchObject({ onRefusedStop: 'WARN' })
})

test('CALL POST /bots/{id}/verify-strategy/ CALL POST /bots/{id}/login/ report what is ready and what is not', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  const verified = await server.call(bots.verifyBotStrategy, { id }, token)
  expect(verified.body.is_valid).toBe(true)
  expect(verified.body.message).toContain('symbols')
  const logIn = await server.call(bots.logInBot, { id }, token)
  expect(logIn.status).toBe(200)
  await server.call(cancelSubscription, {}, token)
  const invalid = await server.call(bots.verifyBotStrategy, { id }, token)
  expect(invalid.body).toMatchObject({ is_valid: false })
})

test('an active kill switch is named in the readiness and refuses the start', async () => {
  const { token, user } = await addReadyUser(server)
  await sql`
    insert into kill_switches (id, scope, subject_id, reason, set_at)
    values (gen_random_uuid(), 'user', ${user.id}, 'Under review', now())`.execute(server.db)
  const report = await status(token)
  expect(report.readiness.find(({ code }) => code === 'switches')).toMatchObject({
    is_ready: false,
    text: 'Under review',
  })
  expect((await start(token)).status).toBe(409)
  expect((await server.call(bots.readKillSwitches, {}, token)).body).toEqual([
    { scope: 'user', reason: 'Under review', until: null },
  ])
})

test('usage counts what the order limit counts: entries of this session that were not denied', async () => {
  const { token } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  const add = (state: string, purpose: string, at: string) =>
    sql`
    insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, state, created_at)
    select gen_random_uuid(), b.id, b.user_id, b.strategy_id, 1, 'paper', gen_random_uuid(), gen_random_uuid()::text, 'SBIN-EQ',
      '3045', 'BUY', 1, ${purpose}, 'up', ${at}::timestamptz, 1, 80000, ${state}, now()
    from user_bots b where b.id = ${id}`.execute(server.db)
  // It is 10:30 in India, and this session of the demo market began at 10:00.
  await add('FILLED', 'ENTRY', '2026-11-16T04:30:00Z')
  await add('UNKNOWN', 'ENTRY', '2026-11-16T04:40:00Z')
  await add('DENIED', 'ENTRY', '2026-11-16T04:40:00Z')
  await add('FILLED', 'EXIT', '2026-11-16T04:40:00Z')
  await add('FILLED', 'ENTRY', '2026-11-16T04:29:59Z')
  const usage = (await server.call(readUsage, {}, token)).body
  const limits = (await server.call(readBotLimits, { id }, token)).body
  const limit = limits.find(({ code }) => code === 'orders')
  expect(usage).toMatchObject({ orders_today: 2, max_orders_per_day: limit?.limit })
  expect(limit).toMatchObject({ name: 'Entry orders today', figure: 2 })
})

test('a stopped bot with open positions can be asked to close them now; one without is refused', async () => {
  const { token, user } = await addReadyUser(server)
  const { id } = (await start(token)).body.bot
  await server.call(bots.stopParticipation, {}, token)
  const close = () => server.call(bots.controlBot, { id, action: 'stop', close_positions: true }, token)
  expect((await close()).status).toBe(409)
  await addOpenPosition(server, { id, user_id: user.id })
  const { close_requests: before } = await findBot(server, id)
  expect((await server.call(bots.controlBot, { id, action: 'stop' }, token)).status).toBe(409)
  const closed = await close()
  expect(closed.body.message).toContain('Its positions are being closed now.')
  expect((await findBot(server, id)).close_requests).toBe(before + 1)
})
