import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { holdShares } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'

let server: TestServer
const PRICES = new Map<string, number>()
beforeAll(async () => {
  server = await startTestServer({}, { prices: { lastPaise: (token) => PRICES.get(token) } })
})
afterAll(() => server.stop())

test('every limit comes with its basis and the figure net of charges and of the cost of closing', async () => {
  const trader = await addTrader(server)
  const { id, token } = trader
  await sql`update user_bots set settings = jsonb_set(settings, '{limits,maxLossPerDayPaise}', '20000') where id = ${id}`.execute(
    server.db,
  )
  await holdShares(server, trader)
  const read = async () => {
    const { body } = await server.call(readBotLimits, { id }, token)
    return Object.fromEntries(body.map((limit) => [limit.code, limit]))
  }
  // Without a price the figure is unknown, not zero.
  expect((await read())['daily_loss']).toMatchObject({ limit: 200, figure: null, is_reached: false })
  PRICES.set('3045', 79_000)
  // The sale slips to ₹789.80 on a tick of five paise.
  const valuePaise = 10 * 78_980
  const closingPaise = chargesOn(server.deps.clock.now().getTime(), 'SELL', valuePaise).totalPaise
  const netRupees = (valuePaise - 800_000 - 500 - closingPaise) / 100
  const limits = await read()
  expect(limits['daily_loss']).toMatchObject({
    name: 'Daily loss',
    limit: 200,
    figure: netRupees,
    basis: 'Net of charges, open positions and the cost of closing them',
    is_reached: false,
  })
  expect(limits['weekly_loss']).toMatchObject({ limit: null, figure: netRupees })
  expect(limits['drawdown']?.figure).toBe(-netRupees)
  expect(limits['open_value']?.figure).toBe(8_000)
  expect(limits['orders']).toMatchObject({ figure: 1, limit: 10 })
  PRICES.set('3045', 78_000)
  expect((await read())['daily_loss']?.is_reached).toBe(true)
})

test('another user’s limits do not exist', async () => {
  const { id } = await addTrader(server)
  const other = await addTrader(server)
  expect((await server.call(readBotLimits, { id }, other.token)).status).toBe(404)
})
