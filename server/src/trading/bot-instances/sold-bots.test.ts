// A plan that names its bot sells that bot and no other, from its card to the user's instance.
import { createBotPlan, updateBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { listBotPlans, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { deleteBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { createBot } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { configure, findBot } from '../../testing/test-runners.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

let count = 0

const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  await signUpBuyer(server)
})

/** A newer bot beside the type's first one, with its deployed version. */
async function addBot(botType: string, { isDeployed = true } = {}) {
  count += 1
  const id = newId(new Date())
  const name = `Second ${count}`
  await sql`insert into bots (id, name, filename, bot_type, status, created_at, updated_at)
    values (${id}, ${name}, ${`second_${count}.py`}, ${botType}, 'active', now(), now())`.execute(server.db)
  await sql`
    insert into bot_versions (bot_id, number, code, config, created_at, hash, runs_as)
    select ${id}, 1, v.code, v.config, now(), v.hash, v.runs_as
    from bots b join bot_versions v on v.bot_id = b.id and v.number = b.deployed_version
    where b.bot_type = ${botType} order by b.created_at limit 1`.execute(server.db)
  if (isDeployed) await server.db.updateTable('bots').set({ deployed_version: 1 }).where('id', '=', id).execute()
  return { id, name }
}

const planOf = (bot_id: string | null) => ({
  name: `Sold ${newId(new Date()).slice(-8)}`,
  bot_type: 'rsi_strategy' as const,
  billing_cycle: 'monthly' as const,
  price: 500,
  duration_days: 30,
  max_trades_per_day: 5,
  bot_id,
})

async function sell(bot_id: string) {
  const form = planOf(bot_id)
  const { status, body } = await server.call(createBotPlan, form, admin.access)
  expect(status).toBe(201)
  return { form, plan: body.plan }
}

test('a plan sells the bot that it names: on its card, in its settings and as the user’s instance', async () => {
  const bot = await addBot('rsi_strategy')
  const { plan } = await sell(bot.id)
  expect(plan).toMatchObject({ bot_id: bot.id, bot: { name: bot.name } })
  const buyer = await signUpBuyer(server)
  const asked = { bot_type: 'rsi_strategy' as const, bot_plan_id: plan.id }
  expect((await server.call(readUserBotSettings, asked, buyer.token)).body.name).toBe(bot.name)
  expect((await server.call(readUserBotSettings, { bot_type: 'rsi_strategy' }, buyer.token)).body.name).not.toBe(
    bot.name,
  )
  const ofAnotherType = { bot_type: 'ema_strategy' as const, bot_plan_id: plan.id }
  expect((await server.call(readUserBotSettings, ofAnotherType, buyer.token)).status).toBe(404)
  await buy(server, buyer.token, { bot_plan_id: plan.id })
  const made = await server.call(createBot, {}, buyer.token)
  expect(made.body.strategy).toMatchObject({ id: bot.id, name: bot.name })
})

test('a plan cannot name a bot that could not start', async () => {
  const refusals = async (bot_id: string) => {
    const { status, body } = await server.call(createBotPlan, planOf(bot_id), admin.access)
    return [status, (body as unknown as { bot_id?: string[] }).bot_id?.[0]]
  }
  const draft = await addBot('rsi_strategy', { isDeployed: false })
  const other = await addBot('ema_strategy')
  const idle = await addBot('rsi_strategy')
  await server.db.updateTable('bots').set({ status: 'testing' }).where('id', '=', idle.id).execute()
  expect(await refusals(draft.id)).toEqual([400, `Deploy ${draft.name} first`])
  expect(await refusals(other.id)).toEqual([400, `${other.name} is of another bot type`])
  expect(await refusals(idle.id)).toEqual([400, `Set ${idle.name} to active first`])
  expect(await refusals(newId(new Date()))).toEqual([400, 'There is no such bot'])
})

test('what was sold stays: a plan in use keeps its bot, and a bot on offer is not deleted', async () => {
  const bot = await addBot('rsi_strategy')
  const other = await addBot('rsi_strategy')
  const { form, plan } = await sell(bot.id)
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { bot_plan_id: plan.id })
  const changed = await server.call(updateBotPlan, { id: plan.id, ...form, bot_id: other.id }, admin.access)
  expect(changed.status).toBe(400)
  expect(JSON.stringify(changed.body)).toContain('Subscriptions refer to this plan: its bot stays')
  const deleted = await server.call(deleteBotCode, { id: bot.id }, admin.access)
  expect(deleted.status).toBe(409)
  expect(JSON.stringify(deleted.body)).toContain(`${plan.name} sells this bot`)
})

test('while its bot is withdrawn a plan is neither shown nor sold', async () => {
  const bot = await addBot('rsi_strategy')
  const { plan } = await sell(bot.id)
  await server.db.updateTable('bots').set({ status: 'inactive' }).where('id', '=', bot.id).execute()
  const buyer = await signUpBuyer(server)
  expect(buyer.botPlans.map(({ id }) => id)).not.toContain(plan.id)
  expect((await server.call(listBotPlans, {}, admin.access)).body.map(({ id }) => id)).toContain(plan.id)
  expect((await server.call(createSubscription, { bot_plan_id: plan.id }, buyer.token)).status).toBe(404)
})

test('an assignment reaches a paper bot that trades, and says when it waits for open positions; a live one is refused', async () => {
  const bot = await addBot('ema_strategy')
  const trader = await addTrader(server)
  const assign = () => server.call(assignBot, { bot_id: bot.id, user_id: trader.user_id }, admin.access)
  await configure(server, trader.token)
  await addOpenPosition(server, trader)
  const assigned = await assign()
  expect(assigned.body).toMatchObject({
    message: `${trader.registration.username} runs ${bot.name} as soon as its open positions are closed.`,
    bot: { name: bot.name, status: 'running', strategy: { id: bot.id } },
  })
  // The one before it keeps its name and strategy, and manages what it holds.
  expect(await findBot(server, trader.id)).toMatchObject({
    name: 'EMA Bot',
    status: 'stopped',
    ended_at: expect.any(Date),
  })
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', assigned.body.bot.id).execute()
  expect((await assign()).status).toBe(409)
  // Stopped, it still holds what was bought with real money, which is not sold on paper.
  const next = { id: assigned.body.bot.id, user_id: trader.user_id }
  await addOpenPosition(server, next, { mode: 'live' })
  await server.db.updateTable('user_bots').set({ status: 'stopped' }).where('id', '=', next.id).execute()
  expect((await assign()).body).toMatchObject({ code: 'POSITIONS_OPEN' })
  expect(await findBot(server, next.id)).toMatchObject({ mode: 'live' })
})
