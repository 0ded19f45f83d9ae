// A bot instance belongs to one subscription: ending the plan stops it in the same transaction (its change: plan-change.test.ts).
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { readBotDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { endAdminSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import {
  cancelSubscription,
  downgradeSubscription,
  readMySubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { addRunner, configure, findBot, notifiedDuring } from '../../testing/test-runners.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { buy } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { expireSubscriptions } from '../../billing/subscriptions/index.ts'

const server = serverForFile()

const DAY_MS = 86_400_000
const participation = async (token: string) => (await server.call(bots.readParticipation, {}, token)).body
const row = (id: string) => findBot(server, id)

/** Whether the subscription and its instance were last written by the same transaction. */
async function areOneTransaction(botId: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select b.xmin::text = s.xmin::text as same
    from user_bots b join subscriptions s on s.id = b.subscription_id where b.id = ${botId}`.execute(server.db)
  return rows[0]?.same ?? false
}

/** What every screen shows of this instance, and how many of the user's bots are active. */
async function screens(token: string, botId: string) {
  const state = await participation(token)
  const listed = (await server.call(bots.listBots, {}, token)).body.data.find(({ id }) => id === botId)
  const dashboard = (await server.call(readBotDashboard, {}, token)).body
  const onDashboard = dashboard.bots.find(({ id }) => id === botId)
  expect(onDashboard).toEqual(listed)
  const stats = (await server.call(bots.readBotStats, {}, token)).body
  expect(dashboard.active_bots).toBe(stats.active_bots)
  return { state, listed, activeBots: stats.active_bots }
}

/** No screen shows the ended plan's instance as the user's bot, or as trading. */
async function expectEnded(token: string, botId: string, reason: string) {
  const { state, listed, activeBots } = await screens(token, botId)
  expect(state).toMatchObject({ is_user_participating: false, bot: null, closing: [] })
  expect(listed).toMatchObject({
    status: 'stopped',
    status_reason: reason,
    is_plan_ended: true,
    is_participating: false,
  })
  expect(activeBots).toBe(0)
}

test('SB-01 cancelling a plan stops its bot and the copies of it in the same transaction, and notifies the engine', async () => {
  const { token, botId } = await addRunner(server)
  const copy = (await server.call(bots.duplicateBot, { id: botId }, token)).body
  await server.call(bots.controlBot, { id: copy.id, action: 'start' }, token)
  const notified = await notifiedDuring(server, async () => {
    expect((await server.call(cancelSubscription, {}, token)).status).toBe(200)
  })
  expect(notified).toEqual(expect.arrayContaining([botId, copy.id]))
  expect(await row(botId)).toMatchObject({ status: 'stopped', status_reason: 'Your plan was cancelled.' })
  expect(await row(copy.id)).toMatchObject({ status: 'stopped', status_reason: 'Your plan was cancelled.' })
  expect(await areOneTransaction(botId)).toBe(true)
  await expectEnded(token, botId, 'Your plan was cancelled.')
  expect((await participation(token)).readiness[0]).toMatchObject({ code: 'subscription', is_ready: false })
})

test('a plan bought again after cancelling gets a new bot that can be started', async () => {
  const { token, botId, botPlan } = await addRunner(server)
  await server.call(cancelSubscription, {}, token)
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  const bought = await screens(token, botId)
  expect(bought.state).toMatchObject({ is_user_participating: false, bot: null, is_ready: false })
  expect(bought.listed).toMatchObject({ status: 'stopped', is_plan_ended: true })
  await configure(server, token)
  expect(await participation(token)).toMatchObject({ bot: null, is_ready: true })
  const started = (await server.call(bots.startParticipation, {}, token)).body.bot
  expect(started).toMatchObject({ name: 'RSI Bot', bot_type: 'rsi_strategy', status: 'running', is_plan_ended: false })
  expect(started.id).not.toBe(botId)
  const { state, activeBots } = await screens(token, botId)
  expect(state.bot).toEqual((await server.call(bots.readBot, { id: started.id }, token)).body)
  expect([state.is_user_participating, activeBots]).toEqual([true, 1])
  expect(await row(botId)).toMatchObject({ status: 'stopped' })
})

test('the bot of an ended plan cannot be started, resumed, copied or synchronised', async () => {
  const { token, botId, botPlan } = await addRunner(server)
  const control = (action: bots.BotAction) => server.call(bots.controlBot, { id: botId, action }, token)
  await server.call(cancelSubscription, {}, token)
  expect((await control('start')).body).toMatchObject({ code: 'NOT_READY' })
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  await configure(server, token)
  for (const action of ['start', 'restart'] as const) {
    expect((await control(action)).body).toMatchObject({ code: 'PLAN_ENDED' })
  }
  expect((await server.call(bots.duplicateBot, { id: botId }, token)).body).toMatchObject({ code: 'PLAN_ENDED' })
  expect((await server.call(bots.verifyBotStrategy, { id: botId }, token)).body).toMatchObject({ is_valid: false })
  expect((await server.call(bots.syncBotConfig, {}, token)).body.updated).toBe(0)
  expect(await row(botId)).toMatchObject({ status: 'stopped', name: 'EMA Bot' })
})

test('a start that was checked before the plan ended does not run afterwards', async () => {
  const { token, botId } = await addRunner(server)
  await server.call(bots.stopParticipation, {}, token)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      turn === 7 ? server.call(cancelSubscription, {}, token) : server.call(bots.startParticipation, {}, token),
    ),
  )
  expect(answers[7]?.status).toBe(200)
  expect(await row(botId)).toMatchObject({ status: 'stopped' })
})

test('an expired plan stops its bot from its last millisecond, in the transaction that expires it', async () => {
  const { botId, ...user } = await addRunner(server)
  server.moveTime(30 * DAY_MS)
  const token = await relog(server, user.token)
  // Not swept yet: it already opens nothing, and no screen shows it as running.
  const { listed, state, activeBots } = await screens(token, botId)
  expect(listed).toMatchObject({ status: 'stopped', is_plan_ended: true, is_participating: false })
  expect([state.bot, state.is_user_participating, activeBots]).toEqual([null, false, 0])
  await expireSubscriptions(server.deps)
  expect(await row(botId)).toMatchObject({ status: 'stopped', status_reason: 'Your plan has expired.' })
  expect(await areOneTransaction(botId)).toBe(true)
  await expectEnded(token, botId, 'Your plan has expired.')
})

test('a downgrade to a regular plan keeps the bot, with its holder’s one symbol', async () => {
  const { token, botId, plans } = await addRunner(server)
  const starter = plans.find(({ name }) => name === 'Starter')
  await server.call(downgradeSubscription, { plan_id: starter?.id ?? '' }, token)
  expect(await areOneTransaction(botId)).toBe(true)
  const { state, listed } = await screens(token, botId)
  expect(listed).toMatchObject({ name: 'EMA Bot', symbols: ['SBIN-EQ'], capital_amount: 200_000, status: 'running' })
  expect(state).toMatchObject({ is_user_participating: true, bot: listed })
  expect((await server.call(readMySubscription, {}, token)).body.bot_configuration?.allowed_symbols).toEqual([])
})

test('a refund that ends the plan, an administrator’s cancellation and a closed account stop the bot', async () => {
  const admin = await signUpAdmin(server)
  const boss = await relog(server, admin.access)
  const refunded = await addRunner(server)
  expect((await server.call(refundPayment, { id: refunded.paymentId }, boss)).status).toBe(200)
  expect(await areOneTransaction(refunded.botId)).toBe(true)
  await expectEnded(refunded.token, refunded.botId, 'Your payment was refunded, so your plan has ended.')
  const ended = await addRunner(server)
  const { id } = (await server.call(readMySubscription, {}, ended.token)).body
  expect((await server.call(endAdminSubscription, { id }, boss)).status).toBe(200)
  await expectEnded(ended.token, ended.botId, 'Your plan was cancelled.')
  const closed = await addRunner(server)
  const word = { confirm: 'CLOSE', password: 'Kaveri82' }
  expect((await server.call(closeAccount, word, closed.token)).status).toBe(200)
  expect(await row(closed.botId)).toMatchObject({ status: 'stopped' })
})

test('a refund that leaves time keeps the bot running', async () => {
  const admin = await signUpAdmin(server)
  const { paymentId, botId, token } = await addRunner(server)
  const part = { id: paymentId, amount: 333 }
  expect((await server.call(refundPayment, part, await relog(server, admin.access))).status).toBe(200)
  expect(await participation(token)).toMatchObject({ is_user_participating: true, bot: { id: botId } })
})

test('an ended plan with open positions shows their number and can be asked to close them now', async () => {
  const { token, botId, botPlan, user } = await addRunner(server)
  for (const _ of [1, 2]) await addOpenPosition(server, { id: botId, user_id: user.id })
  await server.call(cancelSubscription, {}, token)
  expect(await participation(token)).toMatchObject({
    is_user_participating: false,
    bot: null,
    closing: [{ id: botId, status: 'stopped', is_plan_ended: true, open_positions: 2 }],
  })
  expect((await server.call(bots.stopParticipation, {}, token)).body).toMatchObject({ code: 'NOT_PARTICIPATING' })
  const close = { id: botId, action: 'stop', close_positions: true } as const
  const closed = await server.call(bots.controlBot, close, token)
  expect(closed.body.message).toBe('Its positions are being closed now.')
  expect(await row(botId)).toMatchObject({ close_requests: 1 })
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  expect(await participation(token)).toMatchObject({ bot: null, closing: [{ id: botId, open_positions: 2 }] })
})

test('a kill switch for the strategy of an ended plan does not block the new plan', async () => {
  const { token, botId, botPlan } = await addRunner(server, 'momentum_strategy')
  const { strategy_id } = await row(botId)
  await sql`insert into kill_switches (id, scope, subject_id, reason, set_at)
    values (gen_random_uuid(), 'strategy', ${strategy_id}, 'Under review', now())`.execute(server.db)
  expect((await participation(token)).is_ready).toBe(false)
  await server.call(cancelSubscription, {}, token)
  await buy(server, token, { bot_plan_id: botPlan('rsi_strategy').id })
  await configure(server, token)
  expect((await participation(token)).is_ready).toBe(true)
})
