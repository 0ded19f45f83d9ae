// The same call twenty times at once, as from an impatient finger or a retrying proxy: it takes effect once.
import type { Call, CallRequest } from '@trading-bot/contract/rest/call'
import { createOrder, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { cancelSubscription, toggleAutoRenew } from '@trading-bot/contract/rest/billing/subscriptions'
import { stopAllBots } from '@trading-bot/contract/rest/trading/admin-bots'
import { controlBot, stopOwnBots, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** How many of twenty were answered with success; the others were refused, none broke. */
async function atOnce<C extends Call>(spec: C, input: CallRequest<C>, token: string): Promise<number> {
  const replies = await Promise.all(Array.from({ length: 20 }, () => server.call(spec, input, token)))
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  return replies.filter(({ status }) => status < 300).length
}

async function count(table: 'payments' | 'subscriptions' | 'refunds' | 'periods'): Promise<number> {
  const rows = await server.db.selectFrom(table).selectAll().execute()
  return rows.length
}

async function expectBalanced(): Promise<void> {
  const sums = Object.values(await ledgerSum(server))
  expect(sums.length).toBeGreaterThan(0)
  expect(sums.reduce((total, sum) => total + sum, 0n)).toBe(0n)
}

test('twenty orders, payments, cancellations and refunds at once: one of each', async () => {
  const buyer = await signUpBuyer(server)
  const admin = (await signUpAdmin(server)).access
  const choice = { bot_plan_id: buyer.botPlan('ema_strategy').id }
  await atOnce(createOrder, choice, buyer.token)
  expect(await count('payments')).toBe(1)
  const { data: order } = (await server.call(createOrder, choice, buyer.token)).body

  expect(await atOnce(simulatedSuccess, { payment_id: order.payment_id }, buyer.token)).toBeGreaterThan(0)
  expect([await count('payments'), await count('subscriptions'), await count('periods')]).toEqual([1, 1, 1])
  await expectBalanced()

  await atOnce(toggleAutoRenew, {}, buyer.token)
  expect(await atOnce(cancelSubscription, {}, buyer.token)).toBe(1)
  await expectBalanced()
  expect(await atOnce(refundPayment, { id: order.payment_id }, admin)).toBe(1)
  expect(await count('refunds')).toBe(1)
  await expectBalanced()
})

test.each(['pause', 'stop'] as const)('twenty times %s at once changes a running bot once', async (action) => {
  const { id, token } = await addTrader(server)
  expect(await atOnce(controlBot, { id, action }, token)).toBe(1)
  const lines = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', id).execute()
  expect(lines.filter((line) => line.action === `bot.${action}`)).toHaveLength(1)
})

test.each([stopOwnBots, stopParticipation])('$path twenty times at once stops the bot', async (spec) => {
  const { id, token } = await addTrader(server)
  await atOnce(spec, {}, token)
  const bot = await server.db.selectFrom('user_bots').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(bot.status).toBe('stopped')
})

test('stopping the bots of everybody twenty times at once asks each of them to close', async () => {
  const admin = (await signUpAdmin(server)).access
  const traders = [await addTrader(server), await addTrader(server), await addTrader(server)]
  expect(await atOnce(stopAllBots, {}, admin)).toBe(20)
  const ids = traders.map(({ id }) => id)
  const bots = await server.db.selectFrom('user_bots').select('close_requests').where('id', 'in', ids).execute()
  expect(bots.every(({ close_requests }) => close_requests > 0)).toBe(true)
})
