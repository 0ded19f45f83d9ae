// The same call twenty times at once, as from an impatient finger or a retrying proxy: it takes effect once.
import type { Call, CallRequest } from '@trading-bot/contract/rest/call'
import { createOrder, refundPayment, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  toggleAutoRenew,
  updateConfiguration,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { listKillSwitches, stopAllBots } from '@trading-bot/contract/rest/trading/admin-bots'
import { controlBot, stopOwnBots, stopParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { expect, test } from 'vitest'
import { auditOf, signUpAdmin } from '../../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer } from '../../../testing/test-plans.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const KEYS = { api_key: 'abcd1234', client_code: 'A12345678', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH' }

const server = serverForFile()

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

test.each([
  ['pause', 'running'],
  ['stop', 'running'],
  ['resume', 'paused'],
] as const)('twenty times %s at once changes a %s bot once', async (action, status) => {
  const { id, token, subscription_id } = await addTrader(server)
  // What a resumed bot needs, as a started one does.
  await server.call(updateConfiguration, { id: subscription_id, capital_amount: 200_000 }, token)
  await server.call(saveCredentials, KEYS, token)
  await server.db.updateTable('user_bots').set({ status }).where('id', '=', id).execute()
  expect(await atOnce(controlBot, { id, action }, token)).toBe(1)
  expect((await auditOf(server, id)).filter((line) => line === `bot.${action}`)).toHaveLength(1)
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
  expect((await server.call(listKillSwitches, {}, admin)).body).toHaveLength(1)
})
