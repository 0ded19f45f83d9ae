// Paper trading where this installation has no prices that may be traded on paper.
import { createBot, readParticipation, startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { addReadyUser, addRunner } from '../../../testing/test-runners.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const modeOf = (compliance: Partial<typeof SIMULATED>) =>
  serverForFile({ demo: false, compliance: { ...SIMULATED, ...compliance } })
const delayed = modeOf({ hosting: 'paper', paperPrices: 'delayed' })
const beside = modeOf({ hosting: 'own-logic', paperPrices: 'simulated' })
const live = modeOf({ hosting: 'own-logic', paperPrices: 'live' })
const madeUp = modeOf({ hosting: 'paper', paperPrices: 'simulated' })

const NO_PRICES = /^Paper trading has no prices here: .*PAPER_PRICES=live.*HOSTING=paper/

test.each([
  ['delayed prices', delayed],
  ['simulated prices beside live trading', beside],
] as const)('%s: a paper start is refused with the reason, and a bot that runs opens nothing', async (_, server) => {
  const { token } = await addReadyUser(server)
  const read = async () => (await server.call(readParticipation, {}, token)).body
  const { is_ready, readiness } = await read()
  expect(is_ready).toBe(false)
  expect(readiness.filter((item) => !item.is_ready)).toMatchObject([{ code: 'paper_prices', fix: null }])
  const refused = await server.call(startParticipation, {}, token)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('PAPER_PRICES=live')])
  // It ran before the mode was switched.
  const { id } = (await server.call(createBot, {}, token)).body
  await sql`update user_bots set status = 'running' where id = ${id}`.execute(server.db)
  const { will_trade } = await read()
  expect(will_trade.answer).toBe(false)
  expect(will_trade.hindrances.find(({ code }) => code === 'paper_prices')?.text).toMatch(NO_PRICES)
})

test.each([
  ['real-time prices by agreement', live],
  ['simulated prices without live trading', madeUp],
] as const)('%s: paper trading has prices', async (_, server) => {
  const { token } = await addRunner(server)
  const { readiness, will_trade } = (await server.call(readParticipation, {}, token)).body
  expect(readiness.map(({ code }) => code)).not.toContain('paper_prices')
  expect(will_trade.hindrances.map(({ code }) => code)).not.toContain('paper_prices')
})
