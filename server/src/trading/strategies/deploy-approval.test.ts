import { updateSetting } from '@trading-bot/contract/rest/operations/settings'
import * as api from '@trading-bot/contract/rest/trading/bot-code'
import { listDeployRequests, withdrawDeploy } from '@trading-bot/contract/rest/trading/deploy-requests'
import { updateBotConfig } from '@trading-bot/contract/rest/trading/bot-config'
import { beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { newestMail, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

let first: Awaited<ReturnType<typeof signUpAdmin>>
let second: Awaited<ReturnType<typeof signUpAdmin>>
const server = serverForFile()
beforeAll(async () => {
  await seedCatalogue(server.deps)
  first = await signUpAdmin(server)
  second = await signUpAdmin(server)
})

const override_reason = 'The publish checks are not what this test is about.'

/** A new version of a shipped bot, with or without the right to trade with real money. */
async function newVersion(change: { auto_trade: boolean; backtest_mode: boolean }) {
  const [{ id } = { id: '' }] = (await server.call(api.listBotNames, {}, first.access)).body
  const { code, config } = (await server.call(api.readBotCode, { id }, first.access)).body
  const description = crypto.randomUUID()
  const saved = await server.call(
    api.updateBotCode,
    { id, code, config: { ...config, ...change, description } },
    first.access,
  )
  expect(saved.status).toBe(200)
  return { id }
}

const LIVE = { auto_trade: true, backtest_mode: false }
const askApproval = (value: boolean) =>
  server.call(updateSetting, { id: 'deploy.second_approval', value }, first.access)
const deploy = async (id: string, token: string) =>
  (await server.call(api.deployBotCode, { id, override_reason }, token)).body
const waiting = async (id: string) => (await server.call(listDeployRequests, { id }, first.access)).body

test('without the setting one administrator deploys a version that trades live', async () => {
  const { id } = await newVersion(LIVE)
  expect((await deploy(id, first.access)).message).toMatch(/is deployed\.$/)
})

test('with the setting a live version waits until another administrator deploys it, once; a paper version does not', async () => {
  await askApproval(true)
  const paper = await newVersion({ auto_trade: true, backtest_mode: true })
  expect((await deploy(paper.id, first.access)).message).toMatch(/is deployed\.$/)
  const { id } = await newVersion(LIVE)
  const before = await deploy(id, first.access)
  expect(before.message).toMatch(/waits for another administrator to deploy it within 24 hours\.$/)
  const { version_number } = before.bot
  expect(before.bot.deployed_version).toBeLessThan(version_number)
  // Asking again is no approval.
  expect((await deploy(id, first.access)).bot.deployed_version).toBe(before.bot.deployed_version)
  expect(await waiting(id)).toMatchObject([{ version: version_number, requested_by: first.registration.username }])
  const mail = await newestMail(server, second.registration.email)
  expect(mail.subject).toMatch(/waits for a second administrator$/)
  // Pressed several times: deployed once, and nothing is asked anew.
  for (const { bot } of await Promise.all([1, 2, 3].map(() => deploy(id, second.access))))
    expect(bot.deployed_version).toBe(version_number)
  expect(await waiting(id)).toEqual([])
  const deployments = server.db.selectFrom('bot_deployments').select('id').where('version', '=', version_number)
  expect(await deployments.where('bot_id', '=', id).execute()).toHaveLength(1)
  const audit = await server.db
    .selectFrom('audit_lines')
    .select(['actor_id', 'after'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'bot_code.deployed%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ actor_id: second.user.id, after: { requested_by: first.user.id } })
})

test('saving the configuration of a live bot deploys nothing without the second administrator', async () => {
  const { id } = await newVersion(LIVE)
  await deploy(id, first.access)
  await deploy(id, second.access)
  const { symbol, token, quantity } = (await server.call(api.readBotCode, { id }, first.access)).body.config
  const config = { symbol, token, quantity, ema_period: 34, stop_loss_percent: 1, target_profit_percent: 2, ...LIVE }
  const { body } = await server.call(updateBotConfig, { bot_id: id, config }, first.access)
  expect(body.message).toMatch(/but not deployed: it waits for another administrator\.$/)
  expect(body.is_deployed).toBe(false)
})

test('a withdrawn request is none: the next deployment asks again', async () => {
  const { id } = await newVersion(LIVE)
  const { bot } = await deploy(id, first.access)
  const request = { id, number: String(bot.version_number) }
  expect((await server.call(withdrawDeploy, request, first.access)).status).toBe(204)
  expect((await server.call(withdrawDeploy, request, first.access)).status).toBe(404)
  expect(await waiting(id)).toEqual([])
  expect((await deploy(id, second.access)).bot.deployed_version).toBe(bot.deployed_version)
  expect(await waiting(id)).toMatchObject([{ requested_by: second.registration.username }])
  await server.call(withdrawDeploy, request, second.access)
})

test('a request lapses after a day, and when its administrator is no longer one', async () => {
  const { id } = await newVersion(LIVE)
  const { bot } = await deploy(id, first.access)
  server.moveTime(24 * 3_600_000)
  second = { ...second, access: await relog(server, second.access) }
  first = { ...first, access: await relog(server, first.access) }
  expect(await waiting(id)).toEqual([])
  expect((await deploy(id, second.access)).bot.deployed_version).toBe(bot.deployed_version)
  await server.db.updateTable('users').set({ is_admin: false }).where('id', '=', second.user.id).execute()
  expect((await deploy(id, first.access)).bot.deployed_version).toBe(bot.deployed_version)
})
