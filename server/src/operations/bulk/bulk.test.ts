// One thing done to many users: previewed, confirmed by its count, and done once to each.
import { randomUUID } from 'node:crypto'
import { exportUsers } from '@trading-bot/contract/rest/accounts/users'
import { listGoodwill } from '@trading-bot/contract/rest/billing/goodwill'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import * as bulk from '@trading-bot/contract/rest/operations/bulk'
import { DAY_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { adminForFile, newestMail, relog, signUp } from '../../testing/test-accounts.ts'
import { signUpHolder } from '../../testing/test-plans.ts'
import { addRunner, findBot } from '../../testing/test-runners.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { runBulk } from './index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const asAdmin = () => relog(server, admin.access)
const reason = 'The exchange was closed'
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const endOf = async (token: string) =>
  Date.parse((await server.call(readMySubscription, {}, await relog(server, token))).body.end_date ?? '')

test('holders of a plan are extended once each, whoever comes later is not, and the count has to be right', async () => {
  const [one, two] = [await signUpHolder(server), await signUpHolder(server)]
  const other = await signUpHolder(server, 'rsi_strategy')
  await signUp(server)
  const audience = { plan: one.botPlan('ema_strategy').id }
  const preview = await server.call(bulk.previewBulk, { action: 'extend', audience }, await asAdmin())
  expect(preview.body).toMatchObject({ matching: 2, reached: 2 })
  expect(preview.body.sample.map(({ id }) => id).toSorted()).toEqual([one.user.id, two.user.id].toSorted())
  const before = [await endOf(one.token), await endOf(two.token), await endOf(other.token)]
  const input = { id: randomUUID(), action: 'extend' as const, audience, days: 3, reason, count: 2 }
  const wrong = await server.call(bulk.startBulk, { ...input, count: 3 }, await asAdmin())
  expect([codeOf(wrong), wrong.body]).toMatchObject(['COUNT_CHANGED', { message: expect.stringContaining('2 users') }])
  const operator = await asAdmin()
  const started = await Promise.all([1, 2].map(() => server.call(bulk.startBulk, input, operator)))
  expect(started.map(({ status }) => status)).toEqual([202, 202])
  const late = await signUpHolder(server)
  const lateEnd = await endOf(late.token)
  await Promise.all([runBulk(server.deps, input.id), runBulk(server.deps, input.id)])
  await runBulk(server.deps, input.id)
  expect([await endOf(one.token), await endOf(two.token), await endOf(other.token)]).toEqual(
    before.map((end, at) => end + (at < 2 ? 3 * DAY_MS : 0)),
  )
  expect(await endOf(late.token)).toBe(lateEnd)
  expect((await server.call(listGoodwill, {}, await relog(server, one.token))).body).toHaveLength(1)
  const [operation] = (await server.call(bulk.listBulk, {}, await asAdmin())).body
  expect(operation).toMatchObject({ total: 2, done: 2, skipped: 0, reason, done_at: expect.any(String) })
})

test('who has lost the plan meanwhile is skipped with the reason', async () => {
  const holder = await signUpHolder(server, 'macd_strategy')
  const audience = { search: holder.user.email }
  const input = { id: randomUUID(), action: 'extend' as const, audience, days: 3, reason, count: 1 }
  await server.call(bulk.startBulk, input, await asAdmin())
  server.moveTime(31 * DAY_MS)
  await runBulk(server.deps, input.id)
  const [operation] = (await server.call(bulk.listBulk, {}, await asAdmin())).body
  expect(operation).toMatchObject({
    done: 1,
    skipped: 1,
    skipped_for: [{ count: 1, reason: 'This user has no running plan. Grant one instead.' }],
  })
})

test('a mail goes to everybody whom the filter means, and to no closed account', async () => {
  const [one, closed] = [await signUp(server), await signUp(server)]
  await server.db.updateTable('users').set({ status: 'closed' }).where('id', '=', closed.user.id).execute()
  const audience = { search: one.user.username }
  const bare = { id: randomUUID(), action: 'mail' as const, audience, reason, count: 1 }
  const refused = await server.call(bulk.startBulk, bare, await asAdmin())
  expect(refused.body).toMatchObject({ subject: ['Enter a subject'], text: ['Enter a text'] })
  await server.call(bulk.startBulk, { ...bare, subject: 'Markets are closed', text: 'On Friday.' }, await asAdmin())
  await runBulk(server.deps, bare.id)
  const mail = await newestMail(server, one.user.email)
  expect(mail).toMatchObject({
    subject: 'Markets are closed',
    text: expect.stringContaining('Hello Neha,\n\nOn Friday.'),
  })
  const nobody = { action: 'mail' as const, audience: { search: closed.user.username } }
  expect((await server.call(bulk.previewBulk, nobody, await asAdmin())).body).toMatchObject({ matching: 1, reached: 0 })
})

test('paper bots that stopped with an error are restarted; live ones are their owners’', async () => {
  const [paper, live] = [await addRunner(server), await addRunner(server)]
  for (const { botId } of [paper, live])
    await server.db.updateTable('user_bots').set({ status: 'error' }).where('id', '=', botId).execute()
  await server.db.updateTable('user_bots').set({ mode: 'live' }).where('id', '=', live.botId).execute()
  const audience = { plan: 'any' as const }
  const preview = await server.call(bulk.previewBulk, { action: 'restart', audience }, await asAdmin())
  expect(preview.body.reached).toBe(2)
  const input = { id: randomUUID(), action: 'restart' as const, audience, reason, count: 2 }
  await server.call(bulk.startBulk, input, await asAdmin())
  await runBulk(server.deps, input.id)
  expect(await findBot(server, paper.botId)).toMatchObject({ status: 'running' })
  expect(await findBot(server, live.botId)).toMatchObject({ status: 'error' })
  const [operation] = (await server.call(bulk.listBulk, {}, await asAdmin())).body
  expect(operation).toMatchObject({ done: 2, skipped: 1 })
})

test('the users of a filter are exported with their plans, and the export is recorded', async () => {
  const holder = await signUpHolder(server)
  const path = `/api${exportUsers.path}?search=${holder.user.username}&plan=any`
  const reply = await server.raw('GET', path, { token: await asAdmin() })
  const [titles, line, ...more] = String(reply.body).trim().split(/\r?\n/)
  expect([titles, more]).toEqual([expect.stringContaining('plan,price_a_month,plan_until,renews'), []])
  expect(line).toContain(holder.user.email)
  expect(line).toContain('EMA Monthly,999')
  const exported = server.db.selectFrom('audit_lines').selectAll().where('action', '=', 'users.exported')
  expect(await exported.execute()).toMatchObject([{ after: { plan: 'any', rows: 1 } }])
  const bad = await server.raw('GET', `/api${exportUsers.path}?plan=gold`, { token: await asAdmin() })
  expect([bad.status, bad.body]).toMatchObject([400, { plan: ['Choose a plan'] }])
})
