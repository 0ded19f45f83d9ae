// What can be bought, as everybody sees it.
import {
  listBotPlans,
  listPlans,
  listSymbols,
  readBotPlan,
  readPlan,
  readUserBotSettings,
} from '@trading-bot/contract/rest/billing/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('CALL GET /subscriptions/plans/ and CALL GET /subscriptions/plans/{id}/ return the regular plans', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listPlans, {}, token)
  expect(body.map(({ name, price }) => [name, price])).toEqual([
    ['Starter', 499],
    ['Trader', 1199],
    ['Professional', 2499],
  ])
  const one = await server.call(readPlan, { id: body[0]?.id ?? '' }, token)
  expect(one.body).toEqual(body[0])
})

test('EN-06 CALL GET /subscriptions/bot-plans/ and CALL GET /subscriptions/bot-plans/{id}/ have every field, cheapest first', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listBotPlans, {}, token)
  expect(body.map(({ price }) => price)).toEqual(body.map(({ price }) => price).sort((a, b) => a - b))
  expect(body[0]).toMatchObject({
    bot_type: 'ema_strategy',
    bot_type_display: 'EMA Strategy',
    billing_cycle_display: 'Monthly',
  })
  expect((await server.call(readBotPlan, { id: body[0]?.id ?? '' }, token)).body).toEqual(body[0])
})

test('CALL GET /subscriptions/symbols/ lists the NIFTY 50 with their tokens', async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(listSymbols, {}, token)
  expect(body).toHaveLength(50)
  expect(body.find(({ symbol }) => symbol === 'SBIN-EQ')).toMatchObject({ token: '3045', is_active: true })
})

test("SF-11 CALL GET /admin/bot-config/user/{bot_type}/ returns the administrator's configuration", async () => {
  const { token } = await signUpBuyer(server)
  const { body } = await server.call(readUserBotSettings, { bot_type: 'rsi_strategy' }, token)
  expect(body).toMatchObject({
    symbol: 'SBIN-EQ',
    stop_loss_percentage: 2,
    target_profit_percentage: 5,
    max_orders_per_day: 5,
  })
})
