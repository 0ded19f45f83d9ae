import { cancelSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { listRefunds } from '@trading-bot/contract/rest/billing/refunds'
import { readOperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { serverForFile } from '../../testing/test-server.ts'
import { holdShares } from '../../testing/test-trades.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { adminForFile } from '../../testing/test-accounts.ts'

const server = serverForFile({}, { prices: { lastPaise: () => undefined, isUp: () => isFeedUp } })
const admin = adminForFile(server)
let isFeedUp: boolean | undefined

const strip = async () => (await server.call(readOperationsStrip, {}, admin.access)).body

test('a quiet platform counts nothing, and says what it cannot know', async () => {
  const none = { positions: 0, accounts: 0, gross: 0, net: 0 }
  expect(await strip()).toMatchObject({
    switches: { count: 0, is_platform_paused: false },
    failed_bots: { count: 0, strategies: [] },
    refunds: { count: 0, amount: 0 },
    unknown_orders: { live: 0, paper: 0 },
    // Nothing is subscribed and no price account has reported.
    feed: null,
    engine: { is_running: false },
    exposure: { live: none, paper: none },
    calendar: { is_open: true, is_simulated: true },
  })
})

test('what needs the operator is counted, with rupees', async () => {
  const [failed, leaving] = [await addTrader(server), await addTrader(server)]
  await holdShares(server, failed)
  await sql`update user_bots set status = 'error' where id = ${failed.id}`.execute(server.db)
  await server.call(cancelSubscription, {}, leaving.token)
  await server.call(setKillSwitch, { scope: 'platform', reason: 'A test' }, admin.access)
  await sql`update orders set state = 'UNKNOWN', ended_at = null, mode = 'live'`.execute(server.db)
  isFeedUp = false
  const { body: queue } = await server.call(listRefunds, {}, admin.access)
  expect(await strip()).toMatchObject({
    switches: { count: 1, is_platform_paused: true },
    failed_bots: { count: 1, strategies: ['EMA Bot'] },
    refunds: { count: 1, amount: queue[0]?.amount },
    unknown_orders: { live: 1, paper: 0 },
    feed: { is_up: false },
    exposure: { live: { positions: 1, accounts: 1, gross: 8000, net: 8000 } },
  })
})

test('a short position adds to the gross exposure and lowers the net one', async () => {
  const trader = await addTrader(server)
  await holdShares(server, trader)
  await sql`update orders set side = 'SELL', mode = 'live' where user_id = ${trader.user_id}`.execute(server.db)
  expect((await strip()).exposure?.live).toEqual({ positions: 2, accounts: 2, gross: 16_000, net: 0 })
})

test('a part that cannot be read is unknown, never zero, and the others are shown', async () => {
  await server.asOwner((db) => sql`alter table kill_switches rename to kill_switches_away`.execute(db))
  try {
    const body = await strip()
    expect(body.switches).toBeNull()
    expect(body.refunds).toMatchObject({ count: 1 })
  } finally {
    await server.asOwner((db) => sql`alter table kill_switches_away rename to kill_switches`.execute(db))
  }
})
