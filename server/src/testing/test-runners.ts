import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import pg from 'pg'
import { buy, signUpBuyer } from './test-plans.ts'
import type { TestServer } from './test-server.ts'

/** Broker credentials of the right form, which no broker knows. */
export const BROKER_KEYS = {
  api_key: 'abcd1234',
  client_code: 'A12345678',
  mpin: '1234',
  totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH',
}

/** A user who has paid for the plan of a bot type. */
export async function addSubscriber(server: TestServer, botType = 'ema_strategy') {
  const buyer = await signUpBuyer(server)
  const { order } = await buy(server, buyer.token, { bot_plan_id: buyer.botPlan(botType).id })
  return { ...buyer, paymentId: order.payment_id }
}

export async function configure(server: TestServer, token: string, change: object = { capital_amount: 200_000 }) {
  const { id } = (await server.call(readMySubscription, {}, token)).body
  return server.call(updateConfiguration, { id, ...change }, token)
}

/** Everything that a start needs: plan, capital, credentials. */
export async function addReadyUser(server: TestServer, botType?: string) {
  const subscriber = await addSubscriber(server, botType)
  await configure(server, subscriber.token)
  await server.call(saveCredentials, BROKER_KEYS, subscriber.token)
  return subscriber
}

/** A user whose bot runs. */
export async function addRunner(server: TestServer, botType?: string) {
  const user = await addReadyUser(server, botType)
  const { bot } = (await server.call(startParticipation, {}, user.token)).body
  return { ...user, botId: bot.id }
}

/** The bots that the engines are notified of while the work is done; an empty id stands for all. */
export async function notifiedDuring(server: TestServer, work: () => Promise<unknown>): Promise<string[]> {
  const notified: string[] = []
  const client = new pg.Client(server.deps.config.databaseUrl)
  await client.connect()
  client.on('notification', ({ payload }) => void notified.push(payload ?? ''))
  await client.query('listen user_bots')
  await work()
  // Notifications sent before an answer are delivered with it.
  await client.query('select 1')
  await client.end()
  return notified
}

export const findBot = (server: TestServer, id: string) =>
  server.db.selectFrom('user_bots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
