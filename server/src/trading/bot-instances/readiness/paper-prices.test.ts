// Paper trading by the prices that it may use, and the sentence where there are none.
import { createBot, readParticipation, startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { addReadyUser, addRunner } from '../../../testing/test-runners.ts'
import { serverForFile, type TestServer } from '../../../testing/test-server.ts'

const modeOf = (compliance: Partial<typeof SIMULATED>, prices?: TestServer['deps']['prices']) =>
  serverForFile({ demo: false, compliance: { ...SIMULATED, ...compliance } }, prices && { prices })
const delayed = modeOf({ hosting: 'paper', paperPrices: 'delayed' })
const delayedBeside = modeOf({ hosting: 'provider', paperPrices: 'delayed' })
// The platform's own feed is down.
const beside = modeOf(
  { hosting: 'own-logic', paperPrices: 'simulated' },
  { lastPaise: () => undefined, isUp: () => false },
)
const live = modeOf({ hosting: 'own-logic', paperPrices: 'live' })
const madeUp = modeOf({ hosting: 'paper', paperPrices: 'simulated' })

// Today is Monday, 16 November 2026: 12 October is replayed.
const sentence = (from: string) =>
  `Paper trading replays prices that are more than 30 days old, and none of 12 October 2026 are stored for these symbols. It works from ${from}, or as soon as that day is fetched.`
const store = (server: TestServer, day: string) =>
  storeBars(server.deps, stockNamed('SBIN-EQ'), simulatedDays('SBIN-EQ', day))
const chooseSbin = (server: TestServer) =>
  sql`update bot_plans set allowed_symbols = '{SBIN-EQ}' where bot_type = 'ema_strategy'`.execute(server.db)

test.each([
  ['without live trading', delayed],
  ['beside live trading', delayedBeside],
] as const)(
  'delayed prices %s: without the day to replay a start is refused with the day from which it works, with it paper trades',
  async (_, server) => {
    const { token } = await addReadyUser(server)
    await chooseSbin(server)
    const read = async () => (await server.call(readParticipation, {}, token)).body
    const missing = async () => (await read()).readiness.filter((item) => !item.is_ready)
    // What is recorded today is replayed in five weeks.
    expect(await missing()).toMatchObject([{ code: 'paper_prices', text: sentence('21 December 2026'), fix: null }])
    const refused = await server.call(startParticipation, {}, token)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('21 December 2026')])
    await store(server, '2026-10-21')
    expect(await missing()).toMatchObject([{ code: 'paper_prices', text: sentence('25 November 2026') }])
    // It ran before the mode was switched.
    const { id } = (await server.call(createBot, {}, token)).body
    await sql`update user_bots set status = 'running' where id = ${id}`.execute(server.db)
    const { will_trade } = await read()
    expect(will_trade.answer).toBe(false)
    expect(will_trade.hindrances.find(({ code }) => code === 'paper_prices')?.text).toBe(sentence('25 November 2026'))
    await store(server, '2026-10-12')
    expect(await missing()).toEqual([])
    expect((await read()).will_trade.hindrances.map(({ code }) => code)).not.toContain('paper_prices')
  },
)

test.each([
  ['real-time prices by agreement', live],
  ['simulated prices without live trading', madeUp],
  ['simulated prices beside live trading, whatever the platform’s feed does', beside],
] as const)('%s: paper trading has prices', async (_, server) => {
  const { token } = await addRunner(server)
  const { readiness, will_trade } = (await server.call(readParticipation, {}, token)).body
  expect(readiness.map(({ code }) => code)).not.toContain('paper_prices')
  const codes = will_trade.hindrances.map(({ code }) => code)
  for (const code of ['paper_prices', 'feed']) expect(codes).not.toContain(code)
})
