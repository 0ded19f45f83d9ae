// A plan change is walked with everything that mentions the bot: the past stays as it was, the present agrees everywhere.
import {
  cancelSubscription,
  downgradeSubscription,
  previewPlanChange,
  readMySubscription,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import {
  exportTrades,
  listOwnTrades,
  readBotPerformance,
  readTrade,
} from '@trading-bot/contract/rest/trading/analytics'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import * as code from '@trading-bot/contract/rest/trading/bot-code'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { readBotDashboard, readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailsTo, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { addRunner, BROKER_KEYS, configure, findBot, notifiedDuring } from '../../testing/test-runners.ts'
import { botForm } from '../../testing/test-scripts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { addOpenPosition, addTrip } from '../../testing/test-trades.ts'
import { mailFills } from './notices/mail-fills.ts'

const server = serverForFile()
const participation = async (token: string) => (await server.call(bots.readParticipation, {}, token)).body

/** Everything that tells of what a bot did. */
async function pastOf(token: string, botId: string) {
  const trades = (await server.call(listOwnTrades, {}, token)).body.filter((trade) => trade.bot_id === botId)
  const details = await Promise.all(trades.map(async ({ id }) => (await server.call(readTrade, { id }, token)).body))
  const performance = (await server.call(readBotPerformance, { id: botId }, token)).body
  const csv = Buffer.from((await server.call(exportTrades, {}, token)).body).toString()
  return { trades, details, performance, csv }
}

async function mayEnter(id: string): Promise<boolean> {
  const { rows } = await sql`select from bots_that_may_enter(${server.deps.clock.now()}) where id = ${id}`.execute(
    server.db,
  )
  return rows.length > 0
}

test('a change to another strategy ends the bot with its past, and another begins once it holds nothing', async () => {
  const user = await addRunner(server)
  const { token, botId, botPlan } = user
  const trader = { id: botId, user_id: user.user.id }
  const at = server.deps.clock.now().getTime()
  const ago = (minutes: number) => new Date(at - minutes * 60_000).toISOString()
  await server.db
    .updateTable('user_bots')
    .set({ started_at: ago(30) })
    .where('id', '=', botId)
    .execute()
  const trip = await addTrip(server, trader, { enteredAt: ago(20), exitedAt: ago(10), exitPaise: 79_000 })
  const { position } = await addOpenPosition(server, trader)
  const copy = (await server.call(bots.duplicateBot, { id: botId }, token)).body
  await server.call(bots.controlBot, { id: copy.id, action: 'start' }, token)
  const before = await pastOf(token, botId)
  const rsi = { bot_plan_id: botPlan('rsi_strategy').id }

  // The dialog says what happens before anything is paid, and leaves everything as it is.
  const { lines } = (await server.call(previewPlanChange, rsi, token)).body
  expect(lines.slice(0, 4)).toEqual([
    'EMA Bot ends, with its trades under its own name.',
    'Its open position keeps stop, target and square-off until closed.',
    'RSI Bot begins at once, on paper, and opens nothing until then.',
    expect.stringMatching(/^Entries today: 2 of \d+ used; RSI Bot begins with 0 of \d+\. Today’s loss counts on\.$/),
  ])
  expect(await findBot(server, botId)).toMatchObject({ status: 'running', ended_at: null })

  const endedAt = server.deps.clock.now().toISOString()
  await server.call(upgradeSubscription, rsi, token)
  expect(await pastOf(token, botId)).toEqual(before)
  // What was filled before the change is mailed after it under the name that did it.
  await mailFills(server.deps)
  expect(await mailsTo(server, user.user.email)).toContain('EMA Bot: 3 orders filled')
  const { data } = (await server.call(bots.listBots, {}, token)).body
  expect(data.map(({ name, status, is_plan_ended }) => [name, status, is_plan_ended])).toEqual([
    ['RSI Bot', 'running', false],
    ['EMA Bot', 'stopped', true],
    ['EMA Bot (copy)', 'stopped', true],
  ])
  expect(data.map(({ ended_at }) => ended_at)).toEqual([null, endedAt, endedAt])
  expect((await server.call(bots.readBotStats, {}, token)).body).toMatchObject({ total_bots: 1, active_bots: 1 })
  const [next] = data
  const state = await participation(token)
  expect(state).toMatchObject({ bot: next, closing: [{ id: botId, name: 'EMA Bot', open_positions: 1 }] })
  expect(state.will_trade).toMatchObject({
    answer: false,
    hindrances: expect.arrayContaining([
      { code: 'former', text: 'EMA Bot still holds 1 position, closed first.', until: null },
    ]),
  })
  const dashboard = (await server.call(readBotDashboard, {}, token)).body
  expect(dashboard).toMatchObject({ total_bots: 1, active_bots: 1, bots: [next, {}, {}] })
  expect((await server.call(readMySubscription, {}, token)).body).toMatchObject({
    bot_plan: { name: 'RSI Monthly' },
    bot_configuration: { bot_type: 'rsi_strategy', capital_amount: 200_000 },
  })
  expect((await server.call(bots.controlBot, { id: botId, action: 'start' }, token)).body).toMatchObject({
    code: 'PLAN_ENDED',
  })

  // Nothing is opened until the bot before it holds nothing, and its loss of the day counts on.
  expect(await mayEnter(next?.id ?? '')).toBe(false)
  await sql`update positions set closed_at = now() where id = ${position}`.execute(server.db)
  expect(await mayEnter(next?.id ?? '')).toBe(true)
  const daily = (await server.call(readBotLimits, { id: next?.id ?? '' }, token)).body.find(
    ({ code }) => code === 'daily_loss',
  )
  expect(daily?.figure).toBe(trip.pnlPaise / 100)
  // Today counts each rupee once, and one capital.
  const today = (await server.call(readToday, {}, token)).body
  expect(today).toMatchObject({ net_pnl: trip.pnlPaise / 100, capital: 200_000 })
  expect(today.daily_losses.map(({ bot_name }) => bot_name)).toEqual(daily?.limit === null ? [] : ['RSI Bot'])
})

test('a plan that is cancelled and bought again leaves what the first bot did as it was', async () => {
  const { token, botId, user, botPlan } = await addRunner(server)
  const at = server.deps.clock.now().getTime()
  const times = { enteredAt: new Date(at - 1_200_000).toISOString(), exitedAt: new Date(at - 600_000).toISOString() }
  await addTrip(server, { id: botId, user_id: user.id }, times)
  const before = await pastOf(token, botId)
  await server.call(cancelSubscription, {}, token)
  expect(await pastOf(token, botId)).toEqual(before)
  expect((await participation(token)).bot).toBeNull()
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  await configure(server, token, { capital_amount: 200_000 })
  const { bot } = (await server.call(bots.startParticipation, {}, token)).body
  expect(bot.id).not.toBe(botId)
  expect(await pastOf(token, botId)).toEqual(before)
  const { data } = (await server.call(bots.listBots, {}, token)).body
  expect(data.map(({ id, is_plan_ended, total_trades }) => [id, is_plan_ended, total_trades])).toEqual([
    [bot.id, false, 0],
    [botId, true, 2],
  ])
})

test('a bot that its owner renames keeps its former name in what it did before', async () => {
  const { token, botId, user } = await addRunner(server)
  const at = server.deps.clock.now().getTime()
  const times = { enteredAt: new Date(at - 1_200_000).toISOString(), exitedAt: new Date(at - 600_000).toISOString() }
  await addTrip(server, { id: botId, user_id: user.id }, times)
  const before = await pastOf(token, botId)
  await server.call(bots.updateBot, { id: botId, name: 'Morning trades' }, token)
  expect(await pastOf(token, botId)).toEqual(before)
  expect((await server.call(bots.readBot, { id: botId }, token)).body.name).toBe('Morning trades')
  server.moveTime(60_000)
  const now = server.deps.clock.now().toISOString()
  await addTrip(server, { id: botId, user_id: user.id }, { enteredAt: now, exitedAt: now })
  const names = (await server.call(listOwnTrades, {}, token)).body.map(({ bot_name }) => bot_name)
  expect(names).toEqual(['Morning trades', 'Morning trades', 'EMA Bot', 'EMA Bot'])
})

test('a change within the strategy keeps the bot, its name and its copies', async () => {
  const { token, botId, plans } = await addRunner(server)
  await server.call(bots.updateBot, { id: botId, name: 'Morning trades' }, token)
  const copy = (await server.call(bots.duplicateBot, { id: botId }, token)).body
  const starter = { plan_id: plans.find(({ name }) => name === 'Starter')?.id ?? '' }
  expect((await server.call(previewPlanChange, starter, token)).body.lines[0]).toBe('Morning trades goes on.')
  expect((await server.call(downgradeSubscription, starter, token)).status).toBe(200)
  const { data } = (await server.call(bots.listBots, {}, token)).body
  expect(data).toMatchObject([
    { id: botId, name: 'Morning trades', status: 'running', is_plan_ended: false },
    { id: copy.id, is_plan_ended: false },
  ])
})

test.each([
  ['paused', 'paper', 'paused', null],
  ['error', 'paper', 'stopped', 'Your plan changed. Start the bot to trade again.'],
  ['running', 'live', 'stopped', 'Your plan changed. Start the bot to trade live again.'],
  ['stopped', 'paper', 'stopped', null],
] as const)('a bot that was %s on %s begins %s under the new strategy', async (status, mode, next, reason) => {
  const { token, botId, botPlan } = await addRunner(server)
  await server.db.updateTable('user_bots').set({ status, mode }).where('id', '=', botId).execute()
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('rsi_strategy').id }, token)
  expect((await participation(token)).bot).toMatchObject({ name: 'RSI Bot', status: next, status_reason: reason, mode })
  // A position bought with real money is sold with real money.
  expect(await findBot(server, botId)).toMatchObject({ status: 'stopped', mode, name: 'EMA Bot' })
})

test('a bot that lacks capital for the new strategy begins stopped', async () => {
  const { token, botPlan } = await addRunner(server)
  await server.call(upgradeSubscription, { bot_plan_id: botPlan('multiple_stokes_strategy').id }, token)
  expect((await participation(token)).bot).toMatchObject({
    status: 'stopped',
    status_reason: 'Your plan changed. Set the capital for its bot, then start it.',
    bot_type: 'multiple_stokes_strategy',
  })
})

test('another strategy chosen in a regular plan is another bot, by a synchronisation as by a start', async () => {
  const { token, plans } = await signUpBuyer(server)
  await buy(server, token, { plan_id: plans.find(({ name }) => name === 'Starter')?.id ?? '' })
  await server.call(saveCredentials, BROKER_KEYS, token)
  const own = { symbol: 'TCS-EQ', capital_amount: 200_000 }
  await configure(server, token, { ...own, bot_type: 'ema_strategy' })
  const first = (await server.call(bots.startParticipation, {}, token)).body.bot
  await configure(server, token, { ...own, bot_type: 'macd_strategy' })
  await server.call(bots.syncBotConfig, {}, token)
  const second = (await participation(token)).bot
  expect(second).toMatchObject({ name: 'MACD Bot', bot_type: 'macd_strategy', status: 'running' })
  await server.call(bots.controlBot, { id: second?.id ?? '', action: 'stop' }, token)
  await configure(server, token, { ...own, bot_type: 'rsi_strategy' })
  const notified = await notifiedDuring(server, () => server.call(bots.startParticipation, {}, token))
  const third = (await participation(token)).bot
  expect(third).toMatchObject({ name: 'RSI Bot', status: 'running' })
  expect(notified).toEqual(expect.arrayContaining([second?.id, third?.id]))
  expect(await findBot(server, first.id)).toMatchObject({ name: 'EMA Bot', ended_at: expect.any(Date) })
})

test('no limit disappears by a change: the stricter stays, as the owner’s own', async () => {
  const { token, botId, botPlan } = await addRunner(server, 'macd_strategy')
  await configure(server, token, { capital_amount: 200_000, max_loss_per_day: 700, max_orders_per_day: 2 })
  await server.call(bots.syncBotConfig, {}, token)
  const limits = (await findBot(server, botId)).settings as { limits: object }
  await server.call(downgradeSubscription, { bot_plan_id: botPlan('ema_strategy').id }, token)
  const { bot } = await participation(token)
  expect(bot).toMatchObject({ name: 'EMA Bot', max_orders_per_day: 2 })
  const after = (await findBot(server, bot?.id ?? '')).settings as { limits: { maxLossPerDayPaise: number } }
  expect(limits).toMatchObject({ limits: { maxLossPerDayPaise: 70_000 } })
  expect(after.limits.maxLossPerDayPaise).toBe(70_000)
})

test('a tier with fewer symbols keeps the main one and the next in their order, and says so before', async () => {
  const { token, plans } = await signUpBuyer(server)
  const planId = (wanted: string) => plans.find(({ name }) => name === wanted)?.id ?? ''
  await buy(server, token, { plan_id: planId('Professional') })
  const chosen = ['TCS-EQ', 'SBIN-EQ', 'INFY-EQ', 'ITC-EQ', 'LT-EQ', 'TITAN-EQ', 'AXISBANK-EQ']
  const own = { bot_type: 'ema_strategy', symbol: 'LT-EQ', capital_amount: 700_000, allowed_symbols: chosen }
  await configure(server, token, own)
  const { bot } = (await server.call(bots.startParticipation, {}, token)).body
  const kept = ['INFY-EQ', 'ITC-EQ', 'LT-EQ', 'SBIN-EQ', 'TCS-EQ']
  const trader = { plan_id: planId('Trader') }
  expect((await server.call(previewPlanChange, trader, token)).body.lines).toContain(
    `Symbols: 7 before, 5 after (${kept.join(', ')}).`,
  )
  expect((await server.call(downgradeSubscription, trader, token)).status).toBe(200)
  expect((await participation(token)).bot).toMatchObject({ id: bot.id, status: 'running', symbols: kept })
  const { bot_configuration } = (await server.call(readMySubscription, {}, token)).body
  expect(bot_configuration).toMatchObject({ symbol: 'LT-EQ', allowed_symbols: ['LT-EQ', ...chosen.slice(0, 4)] })
  // What is stored is held to the plan as well.
  await server.db
    .updateTable('bot_configurations')
    .set({ allowed_symbols: chosen })
    .where('symbol', '=', 'LT-EQ')
    .execute()
  await server.call(bots.syncBotConfig, {}, token)
  expect((await participation(token)).bot?.symbols).toEqual(kept)
  const refused = await configure(server, token, { ...own, allowed_symbols: chosen })
  expect(refused.body).toMatchObject({
    allowed_symbols: ['Trader allows 5 symbols. Remove 2, or change to a plan that allows more.'],
  })
})

test('a tier on paper only stops a live bot, which keeps its mode for what it holds, and says so before', async () => {
  const { token, botId, plans, user } = await addRunner(server)
  await configure(server, token, { capital_amount: 200_000, auto_trade: true, backtest_mode: false })
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', botId).execute()
  await addOpenPosition(server, { id: botId, user_id: user.id })
  const starter = { plan_id: plans.find(({ name }) => name === 'Starter')?.id ?? '' }
  const { lines } = (await server.call(previewPlanChange, starter, token)).body
  const stops = 'The plan allows paper trading only. Start the bot to trade on paper.'
  expect(lines).toEqual(
    expect.arrayContaining([
      `EMA Bot stops. ${stops}`,
      'Its open position keeps stop, target and square-off until closed.',
      'Symbols: 12 before, 1 after (SBIN-EQ). Open positions in the others are managed until closed.',
    ]),
  )
  await server.call(downgradeSubscription, starter, token)
  expect(await findBot(server, botId)).toMatchObject({
    status: 'stopped',
    mode: 'live',
    status_reason: `Your plan changed. ${stops}`,
  })
  // The next start is on paper, once nothing bought with real money is held.
  expect(await participation(token)).toMatchObject({ mode: 'paper' })
  expect((await server.call(bots.startParticipation, {}, token)).body).toMatchObject({ code: 'POSITIONS_OPEN' })
  await sql`update positions set closed_at = now() where user_bot_id = ${botId}`.execute(server.db)
  // Another strategy begins on paper, whatever the former was.
  await configure(server, token, { capital_amount: 200_000, bot_type: 'rsi_strategy' })
  await server.call(bots.syncBotConfig, {}, token)
  expect((await participation(token)).bot).toMatchObject({ name: 'RSI Bot', status: 'stopped', mode: 'paper' })
  expect((await server.call(bots.startParticipation, {}, token)).body.bot).toMatchObject({ mode: 'paper' })
})

// Last, because the others share its strategy.
test('a version that is deployed and rolled back leaves what was traded before it as it was', async () => {
  const { token, botId, user } = await addRunner(server)
  const at = server.deps.clock.now().getTime()
  const times = { enteredAt: new Date(at - 1_200_000).toISOString(), exitedAt: new Date(at - 600_000).toISOString() }
  await addTrip(server, { id: botId, user_id: user.id }, times)
  const before = await pastOf(token, botId)
  const admin = await signUpAdmin(server)
  const ema = (await server.call(code.listBotCode, {}, admin.access)).body.find(
    ({ bot_type }) => bot_type === 'ema_strategy',
  )!
  const config = { ...botForm(ema.name), ema_period: 44 }
  await server.call(code.updateBotCode, { id: ema.id, code: ema.code, config }, admin.access)
  const deploy = async (version: number) => {
    const asked = { id: ema.id, version, override_reason: 'Walked as a test' }
    return (await server.call(code.deployBotCode, asked, admin.access)).body.bot.deployed_version
  }
  const versionOf = async () => (await server.call(bots.readParticipation, {}, token)).body.bot?.strategy.version
  for (const version of [2, 1]) {
    expect(await deploy(version)).toBe(version)
    // What runs goes on as it was begun.
    expect(await versionOf()).toBe(1)
    expect(await pastOf(token, botId)).toEqual(before)
  }
  expect(before.details.map(({ bot }) => bot.version)).toEqual([1, 1])
})
