import { refreshToken } from '@trading-bot/contract/rest/auth'
import * as bots from '@trading-bot/contract/rest/bots'
import { saveCredentials } from '@trading-bot/contract/rest/credentials'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignAddress } from '@trading-bot/contract/rest/users'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ liveTrading: true })
})
afterAll(() => server.stop())

const KEYS = { api_key: 'abcd1234', client_code: 'A12345678', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH' }

/** A user whose bot would trade with real money, a while after signing in. */
async function liveUser() {
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { bot_plan_id: buyer.botPlan('ema_strategy').id })
  const { id } = (await server.call(readMySubscription, {}, buyer.token)).body
  await server.call(updateConfiguration, { id, capital_amount: 200_000 }, buyer.token)
  await server.call(saveCredentials, KEYS, buyer.token)
  await server.db
    .updateTable('bot_configurations')
    .set({ backtest_mode: false, auto_trade: true })
    .where('subscription_id', '=', id)
    .execute()
  return buyer
}

test('SB-02 a live start takes verified credentials, an assigned address, the password and the typed consent, each by name', async () => {
  const { user, refresh, registration, token } = await liveUser()
  let access = token
  const start = async (consent: { password?: string; consent?: string }) => {
    const { status, body } = await server.call(bots.startParticipation, consent, access)
    return [status, (body as unknown as { error?: string }).error ?? body.bot.mode]
  }
  const good = { password: registration.password, consent: bots.LIVE_CONSENT }
  const address = 'An outbound address, assigned to your account by the operator'
  const both = `The bot cannot start yet: Verified broker credentials; ${address}`
  expect(await start(good)).toEqual([409, both])
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', user.id).execute()
  expect(await start(good)).toEqual([409, `The bot cannot start yet: ${address}`])
  const admin = await signUpAdmin(server)
  await server.call(assignAddress, { id: user.id, outbound_address: '203.0.113.7' }, admin.access)
  expect((await server.call(bots.readParticipation, {}, token)).body).toMatchObject({ mode: 'live', is_ready: true })
  // Long enough after signing in that the session alone proves nobody.
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
  // What trades from an address keeps it.
  const { access: adminAccess } = await signUpAdmin(server)
  const taken = await server.call(assignAddress, { id: user.id, outbound_address: null }, adminAccess)
  expect(taken.body).toMatchObject({ code: 'LIVE_BOT_RUNS' })
})
