import { controlAnyBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { assignAddress } from '@trading-bot/contract/rest/accounts/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { signUpBuyer } from '../../../testing/test-plans.ts'
import { addReadyUser, configure, notifiedDuring } from '../../../testing/test-runners.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { acceptSheets, registerAlgos } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile({ liveTrading: true })

const LIVE = { auto_trade: true, backtest_mode: false }
const PAPER = { auto_trade: false, backtest_mode: true }
const ADDRESS = 'An outbound address, assigned to your account by the operator'

/** A user whose bot would trade with real money, some time after signing in. */
async function liveUser() {
  const user = await addReadyUser(server)
  const set = (change: object) => configure(server, user.token, change)
  await set(LIVE)
  await release(true)
  await registerAlgos(server)
  return { ...user, configure: set }
}

/** The administrator releases the deployed version for live trading. */
async function release(isReleased: boolean): Promise<void> {
  const flags = JSON.stringify(isReleased ? LIVE : PAPER)
  await sql`update bot_versions set config = config || ${flags}::jsonb`.execute(server.db)
}

/** Everything that live trading needs except the start. */
async function equippedUser() {
  const user = await liveUser()
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', user.user.id).execute()
  const admin = await signUpAdmin(server)
  // One address belongs to one account: the test before lets it go.
  await server.db.updateTable('users').set({ outbound_address: null }).execute()
  await server.db.deleteFrom('egress_addresses').execute()
  await server.call(assignAddress, { id: user.user.id, outbound_address: '203.0.113.7' }, admin.access)
  const consent = { password: user.registration.password, consent: bots.LIVE_CONSENT }
  return { ...user, admin, consent }
}
const read = async (token: string) => (await server.call(bots.readParticipation, {}, token)).body
const missingOf = ({ readiness }: Awaited<ReturnType<typeof read>>) =>
  readiness.filter(({ is_ready }) => !is_ready).map(({ code, fix }) => [code, fix?.path])

test('SB-02 a live start needs verified credentials, an assigned address, the password and the typed consent, each named', async () => {
  const { user, refresh, registration, token } = await liveUser()
  let access = token
  const start = async (consent: { password?: string; consent?: string }) => {
    const { status, body } = await server.call(bots.startParticipation, consent, access)
    return [status, (body as unknown as { error?: string }).error ?? body.bot.mode]
  }
  const good = { password: registration.password, consent: bots.LIVE_CONSENT }
  const both = `The bot can’t start yet. Missing: Verified broker credentials; ${ADDRESS}.`
  expect(await start(good)).toEqual([409, both])
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', user.id).execute()
  expect(await start(good)).toEqual([409, `The bot can’t start yet. Missing: ${ADDRESS}.`])
  const admin = await signUpAdmin(server)
  await server.call(assignAddress, { id: user.id, outbound_address: '203.0.113.7' }, admin.access)
  expect((await server.call(bots.readParticipation, {}, token)).body).toMatchObject({ mode: 'live', is_ready: true })
  // Long enough after signing in that the session is no recent authentication.
  server.moveTime(16 * 60_000)
  access = (await server.call(refreshToken, { refresh })).body.access
  const needsPassword = [403, 'Type your password again to trade with real money.']
  const needsConsent = [403, 'Type “I trade with real money” to trade live.']
  expect(await start({ consent: bots.LIVE_CONSENT })).toEqual(needsPassword)
  expect(await start({ ...good, password: 'Wrong1234' })).toEqual(needsPassword)
  expect(await start({ password: registration.password })).toEqual(needsConsent)
  expect(await start({ ...good, consent: 'i trade with real money' })).toEqual(needsConsent)
  expect((await server.call(bots.readParticipation, {}, access)).body.is_user_participating).toBe(false)
  expect(await start(good)).toEqual([200, 'live'])
  // An address cannot be removed while an account trades from it.
  const { access: adminAccess } = await signUpAdmin(server)
  const taken = await server.call(assignAddress, { id: user.id, outbound_address: null }, adminAccess)
  expect(taken.body).toMatchObject({ code: 'LIVE_BOT_RUNS' })
})

test('EN-05 the user chooses paper or live, with every purchase and call; the default is paper unless both flags are live', async () => {
  const { token, botPlan, plans } = await signUpBuyer(server)
  const bought = await server.call(createSubscription, { bot_plan_id: botPlan('ema_strategy').id }, token)
  expect(bought.body.bot_configuration).toMatchObject({ ...PAPER, is_active: true })
  const created = await server.call(createSubscription, { plan_id: plans[0]?.id ?? '', ...LIVE }, token)
  expect(created.body.bot_configuration).toMatchObject(LIVE)
  const { token: owner, configure } = await liveUser()
  for (const [flags, mode] of [
    [LIVE, 'live'],
    [{ auto_trade: true, backtest_mode: true }, 'paper'],
    [{ auto_trade: false, backtest_mode: false }, 'paper'],
    [PAPER, 'paper'],
  ] as const) {
    expect((await configure(flags)).body.bot_configuration).toMatchObject(flags)
    expect((await read(owner)).mode).toBe(mode)
  }
})

test('SB-02 missing platform switch or release for live trading are each named with their fix', async () => {
  const { token } = await equippedUser()
  expect(await read(token)).toMatchObject({ mode: 'live', is_live_offered: true, is_ready: true })
  await release(false)
  expect(missingOf(await read(token))).toEqual([['live_strategy', '/subscriptions']])
  await release(true)
  const { config } = server.deps
  Object.assign(config, { liveTrading: false })
  const off = await read(token)
  Object.assign(config, { liveTrading: true })
  expect(off.is_live_offered).toBe(false)
  expect(missingOf(off)).toEqual([['live_switch', '/subscriptions']])
})

test('SB-02 a plan on paper only is a missing thing of a live start, names itself as what hinders it, and denies entries', async () => {
  const { token, user, plans, consent } = await equippedUser()
  const { bot } = (await server.call(bots.startParticipation, consent, token)).body
  const mayEnter = async () =>
    (await sql`select from bots_that_may_enter(${server.deps.clock.now()}) where id = ${bot.id}`.execute(server.db))
      .rows.length
  expect(await mayEnter()).toBe(1)
  const starter = plans.find(({ name }) => name === 'Starter')!
  await sql`update subscriptions set plan_id = ${starter.id}, bot_plan_id = null where user_id = ${user.id}`.execute(
    server.db,
  )
  const state = await read(token)
  expect(missingOf(state)).toEqual([['live_plan', '/pricing']])
  expect(state.will_trade.hindrances.map(({ code }) => code)).toContain('live_plan')
  expect(await mayEnter()).toBe(0)
  await server.call(bots.stopParticipation, {}, token)
  const refused = await server.call(bots.startParticipation, consent, token)
  expect(refused.body).toMatchObject({ error: 'The bot can’t start yet. Missing: A plan that allows live trading.' })
})

test('a free trial on paper denies entries with real money until the plan is paid for', async () => {
  const { token, user, consent } = await equippedUser()
  const { bot } = (await server.call(bots.startParticipation, consent, token)).body
  const mayEnter = async () =>
    (await sql`select from bots_that_may_enter(${server.deps.clock.now()}) where id = ${bot.id}`.execute(server.db))
      .rows.length
  const subscription = server.db.selectFrom('subscriptions').select('id').where('user_id', '=', user.id)
  const { id } = await subscription.where('status', '=', 'active').executeTakeFirstOrThrow()
  const trial = { user_id: user.id, subscription_id: id, email_key: id, plan_name: 'EMA Monthly', allows_live: false }
  const now = server.deps.clock.now()
  const days = { started_at: now, ends_at: new Date(now.getTime() + 86_400_000) }
  await server.asOwner((db) =>
    db
      .insertInto('trials')
      .values({ ...trial, ...days })
      .execute(),
  )
  const state = await read(token)
  expect(missingOf(state)).toEqual([['live_plan', '/subscriptions']])
  expect(state.will_trade.hindrances.map(({ code }) => code)).toContain('live_plan')
  expect(await mayEnter()).toBe(0)
  await server.call(bots.stopParticipation, {}, token)
  const refused = await server.call(bots.startParticipation, consent, token)
  const text = 'The bot can’t start yet. Missing: A paid plan: your free trial trades on paper.'
  expect(refused.body).toMatchObject({ error: text })
  for (const change of [{ allows_live: true }, { allows_live: false, converted_at: now }]) {
    await server.asOwner((db) => db.updateTable('trials').set(change).where('user_id', '=', user.id).execute())
    expect(missingOf(await read(token))).toEqual([])
  }
})

test('SB-02 a live start and a synchronisation need a registered algo id for the version; paper needs none', async () => {
  const { token, configure, consent } = await equippedUser()
  const start = () => server.call(bots.startParticipation, consent, token)
  const setState = (state: string) => server.db.updateTable('algo_registrations').set({ state }).execute()
  const unregistered =
    'Real-money trading of this strategy version is not registered with the exchange yet. Paper trading works.'
  for (const [state, text] of [
    ['applied', unregistered],
    ['withdrawn', unregistered],
    ['suspended', 'The exchange has suspended this strategy version for real money. Paper trading works.'],
  ] as const) {
    await setState(state)
    expect((await start()).body).toMatchObject({ error: `The bot can’t start yet. Missing: ${text}` })
    const item = (await read(token)).readiness.find(({ code }) => code === 'live_algo')
    expect(item).toMatchObject({ is_ready: false, text, fix: { path: '/subscriptions' } })
  }
  await setState('registered')
  const { bot } = (await start()).body
  expect(bot).toMatchObject({ mode: 'live' })
  // A version that trades otherwise is deployed: the live bot keeps the registered one.
  await sql`
    with added as (
      insert into bot_versions (bot_id, number, code, config, hash, runs_as, logic_hash, created_at)
      select bot_id, number + 1, code, config, hash, runs_as, repeat('a', 64), created_at
      from bot_versions where bot_id = ${bot.strategy.id} returning bot_id, number)
    update bots set deployed_version = added.number from added where id = added.bot_id`.execute(server.db)
  await acceptSheets(server)
  expect((await server.call(bots.syncBotConfig, {}, token)).body).toMatchObject({ error: unregistered })
  expect((await read(token)).bot?.strategy.version).toBe(bot.strategy.version)
  // A paused bot resumes with its own version, which is registered.
  await server.call(bots.controlBot, { id: bot.id, action: 'pause' }, token)
  const resumed = await server.call(bots.controlBot, { id: bot.id, action: 'resume', ...consent }, token)
  expect(resumed.body).toMatchObject({ bot: { status: 'running', mode: 'live' } })
  await server.call(bots.stopParticipation, {}, token)
  expect((await start()).body).toMatchObject({ error: `The bot can’t start yet. Missing: ${unregistered}` })
  await configure(PAPER)
  expect((await server.call(bots.startParticipation, {}, token)).body.bot).toMatchObject({ mode: 'paper' })
  await sql`update bots set deployed_version = ${bot.strategy.version} where id = ${bot.strategy.id}`.execute(server.db)
})

test('SB-02 rejected credentials are named with the broker’s reason', async () => {
  const { token, user } = await equippedUser()
  const rejected = { is_verified: false, login_state: 'rejected', login_reason: 'Angel One does not know this MPIN.' }
  await server.db.updateTable('credentials').set(rejected).where('user_id', '=', user.id).execute()
  const item = (await read(token)).readiness.find(({ code }) => code === 'live_verified')
  expect(item).toEqual({
    code: 'live_verified',
    is_ready: false,
    text: 'Broker credentials that Angel One accepts. Angel One does not know this MPIN.',
    warning: null,
    fix: { label: 'Verify credentials', path: '/credentials' },
  })
})

test('SB-02 an address that no running machine has is reported before the start, unless no machine has reported', async () => {
  const { token } = await equippedUser()
  const machineItem = async () => (await read(token)).readiness.find(({ code }) => code === 'live_machine')
  expect(await machineItem()).toBeUndefined()
  const now = server.deps.clock.now()
  const machine = { id: 'node-a', name: 'node-a', type: 'x', started_at: now, seen_at: now }
  await server.db
    .insertInto('machines')
    .values({ ...machine, outbound_addresses: ['203.0.113.8'] })
    .execute()
  const text = 'A running machine of the platform with your address 203.0.113.7'
  expect(await machineItem()).toMatchObject({ is_ready: false, text })
  const second = { ...machine, id: 'node-b', outbound_addresses: ['203.0.113.7'] }
  await server.db.insertInto('machines').values(second).execute()
  expect(await machineItem()).toMatchObject({ is_ready: true })
  // Machines that do not report prove nothing.
  server.moveTime(4 * 60_000)
  const later = await machineItem()
  await server.db.deleteFrom('machines').execute()
  expect(later).toBeUndefined()
})

test('SB-02 a running or paused paper bot stays on paper, whatever is configured meanwhile', async () => {
  const { token, configure, consent } = await equippedUser()
  await configure(PAPER)
  const { bot } = (await server.call(bots.startParticipation, {}, token)).body
  await configure(LIVE)
  await server.call(bots.syncBotConfig, {}, token)
  expect(await read(token)).toMatchObject({ mode: 'paper', bot: { mode: 'paper', status: 'running' } })
  const act = (action: bots.BotAction, more: object = {}) =>
    server.call(bots.controlBot, { id: bot.id, action, ...more }, token)
  await act('pause')
  expect((await act('resume')).body.bot).toMatchObject({ mode: 'paper', status: 'running' })
  expect((await act('restart')).body).toMatchObject({ code: 'LIVE_NEEDS_PASSWORD' })
  expect((await act('restart', consent)).body.bot).toMatchObject({ mode: 'live' })
  // A paused live bot is not resumed without the consent, although the configuration is paper by now.
  await act('pause')
  await configure(PAPER)
  expect((await act('resume')).body).toMatchObject({ code: 'LIVE_NEEDS_PASSWORD' })
})

test('SB-02 only the owner can start a live bot, not even an administrator', async () => {
  const { token, configure, admin } = await equippedUser()
  await configure(PAPER)
  const { bot } = (await server.call(bots.startParticipation, {}, token)).body
  await server.call(bots.stopParticipation, {}, token)
  await configure(LIVE)
  const refused = await server.call(controlAnyBot, { id: bot.id, action: 'start' }, admin.access)
  expect(refused.body).toMatchObject({ code: 'LIVE_NEEDS_CONSENT' })
  expect((await read(token)).is_user_participating).toBe(false)
})

test('SB-02 the mode cannot change while a position is held: real positions are not sold on paper', async () => {
  const { token, configure, consent, user, admin } = await equippedUser()
  const { bot } = (await server.call(bots.startParticipation, consent, token)).body
  const { position } = await addOpenPosition(server, { id: bot.id, user_id: user.id })
  await configure(PAPER)
  await server.call(bots.syncBotConfig, {}, token)
  expect((await read(token)).bot?.mode).toBe('live')
  await server.call(bots.stopParticipation, {}, token)
  const held = await server.call(bots.startParticipation, {}, token)
  expect(held.body).toMatchObject({ code: 'POSITIONS_OPEN', error: expect.stringContaining('1 are open') })
  const taken = await server.call(assignAddress, { id: user.id, outbound_address: null }, admin.access)
  expect(taken.body).toMatchObject({ code: 'LIVE_BOT_RUNS' })
  await sql`update positions set closed_at = ${server.deps.clock.now()} where id = ${position}`.execute(server.db)
  expect((await server.call(bots.startParticipation, {}, token)).body.bot).toMatchObject({ mode: 'paper' })
})

test('SB-06 an inactive configuration neither starts nor opens anything, and the engine is notified', async () => {
  const { token, configure } = await liveUser()
  await configure(PAPER)
  const { bot } = (await server.call(bots.startParticipation, {}, token)).body
  const mayEnter = async () => {
    const { rows } = await sql`
      select from bots_that_may_enter(${server.deps.clock.now()}) where id = ${bot.id}`.execute(server.db)
    return rows.length === 1
  }
  expect(await mayEnter()).toBe(true)
  expect(await notifiedDuring(server, () => configure({ is_active: false }))).toEqual([bot.id])
  expect(await mayEnter()).toBe(false)
  expect((await read(token)).readiness).toContainEqual({
    code: 'configuration',
    is_ready: false,
    text: 'A bot configuration that is switched on',
    warning: null,
    fix: { label: 'Configure the bot', path: '/subscriptions' },
  })
  await configure({ is_active: true })
  expect(await mayEnter()).toBe(true)
})

test('credentials that cannot be read are not missing: the start says try again, and the operator is told once', async () => {
  const { user, token, consent, admin } = await equippedUser()
  const damaged = { mpin: Buffer.alloc(40) }
  await server.db.updateTable('credentials').set(damaged).where('user_id', '=', user.id).execute()
  const before = await server.db.selectFrom('credentials').selectAll().where('user_id', '=', user.id).execute()
  const { readiness } = await read(token)
  const item = readiness.find(({ code }) => code === 'credentials')
  expect(item).toMatchObject({
    is_ready: false,
    text: 'Your saved credentials could not be read; nothing was changed. We have been told.',
    fix: null,
  })
  expect(readiness.some(({ code }) => code === 'live_verified')).toBe(false)
  const started = await server.call(bots.startParticipation, consent, token)
  expect(started).toMatchObject({ status: 503, body: { code: 'CREDENTIALS_UNREADABLE' } })
  expect(await server.db.selectFrom('credentials').selectAll().where('user_id', '=', user.id).execute()).toEqual(before)
  const logs = await server.db.selectFrom('system_logs').selectAll().where('user_id', '=', user.id).execute()
  expect(logs.filter(({ level }) => level === 'CRITICAL')).toHaveLength(1)
  const mails = await server.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', admin.registration.email)
    .execute()
  expect(mails.filter(({ subject }) => subject === 'Saved broker credentials cannot be read')).toHaveLength(1)
})

test('a refused strategy parameter is named, and the bot does not start with the default instead', async () => {
  const { token, consent } = await equippedUser()
  await sql`update bot_versions set config = config || '{"ema_period": 900}'`.execute(server.db)
  try {
    const items = (await read(token)).readiness.filter(({ code }) => code === 'parameters')
    const text = 'Strategy parameters that are accepted. EMA period must be between 1 and 200.'
    expect(items).toMatchObject([{ is_ready: false, text }])
    const started = await server.call(bots.startParticipation, consent, token)
    expect(started).toMatchObject({ status: 409, body: { error: `The bot can’t start yet. Missing: ${text}` } })
  } finally {
    await sql`update bot_versions set config = config || '{"ema_period": 20}'`.execute(server.db)
  }
})
