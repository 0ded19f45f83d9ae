// A click on "Close", from the HTTP call to the exit order: through the database, by the engine that trades.
import { flattenAccount } from '@trading-bot/contract/rest/accounts/users'
import { stopOwnBots } from '@trading-bot/contract/rest/trading/bots'
import { closeAllPositions, closePosition } from '@trading-bot/contract/rest/trading/closing'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { afterAll, expect, test } from 'vitest'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestEngine } from '../../testing/start-test-engine.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'

const time = hurriedTime(Date.parse('2026-11-30T10:35:00.000Z'), 10)
const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...time, randomness: systemRandomness })
const server = serverForFile({}, { clock: { now: () => new Date(time.clock.nowMs()) } })
afterAll(() => exchange.close())

async function withEngine(work: () => Promise<void>): Promise<void> {
  const engine = await startTestEngine(server, exchange, time)
  await work()
  await engine.stop()
}

/** Ten shares without stop and target, so that nothing but a request closes them. */
async function addHolder() {
  const trader = await addTrader(server)
  const limits = { ...TRADER_SETTINGS.limits, stopLossBps: null, targetBps: null }
  const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
  return { ...trader, ...(await addOpenPosition(server, trader)) }
}

const exitsOf = (botId: string) =>
  server.db
    .selectFrom('orders')
    .select(['state', 'purpose', 'reason', 'quantity', 'position_id'])
    .where('user_bot_id', '=', botId)
    .where('purpose', '<>', 'ENTRY')
    .execute()

test('CALL POST /bots/{id}/positions/{position_id}/close/ twenty at once make one exit order, one request and one audit line', async () => {
  const { position, ...trader } = await addHolder()
  await withEngine(async () => {
    const close = () => server.call(closePosition, { id: trader.id, position_id: position }, trader.token)
    const replies = await Promise.all(Array.from({ length: 20 }, close))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(async () => (await close()).body.message, { timeout: 15_000 }).toBe('SBIN-EQ is already closed.')
  })
  expect(await exitsOf(trader.id)).toEqual([
    { state: 'FILLED', purpose: 'EXIT', reason: 'STOPPED', quantity: 10, position_id: position },
  ])
  const audit = await server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', trader.id).execute()
  expect(audit.map(({ action, actor_id, after }) => [action, actor_id, after])).toEqual([
    ['position.close', trader.user_id, { position_id: position }],
  ])
  // The bot itself was not stopped.
  const bot = await server.db
    .selectFrom('user_bots')
    .select('status')
    .where('id', '=', trader.id)
    .executeTakeFirstOrThrow()
  expect(bot.status).toBe('running')
})

test('CALL POST /bots/close-all/ closes own positions; no request to close that is made while no engine runs is lost', async () => {
  const [trader, stopped, flattened] = [await addHolder(), await addHolder(), await addHolder()]
  const { position: foreign, ...other } = await addHolder()
  for (const { id } of [other, trader]) {
    expect((await server.call(closePosition, { id, position_id: foreign }, trader.token)).status).toBe(404)
  }
  const asked = await server.call(closeAllPositions, {}, trader.token)
  expect(asked.body).toEqual({ message: '1 position is still being closed.', still_open: ['SBIN-EQ'] })
  await server.call(stopOwnBots, { close_positions: true }, stopped.token)
  const admin = await signUpAdmin(server)
  await server.call(flattenAccount, { id: flattened.user_id, reason: 'Asked for by phone' }, admin.access)
  const exits = () => Promise.all([trader, stopped, flattened].map(({ id }) => exitsOf(id)))
  await withEngine(async () => {
    const once = [{ state: 'FILLED', purpose: 'EXIT', reason: 'STOPPED' }]
    await expect.poll(exits, { timeout: 15_000 }).toMatchObject([once, once, once])
    await expect
      .poll(async () => (await server.call(closeAllPositions, {}, trader.token)).body.message, { timeout: 15_000 })
      .toBe('No position is open.')
  })
  expect((await exits()).map((orders) => orders.length)).toEqual([1, 1, 1])
  // Its own strategy may sell meanwhile; nobody asked to close it.
  expect((await exitsOf(other.id)).map(({ reason }) => reason)).not.toContain('STOPPED')
})
