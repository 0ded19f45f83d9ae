import { logOut } from '@trading-bot/contract/rest/accounts/auth'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import {
  controlBot,
  listBotOrders,
  listBotPositions,
  readParticipation,
  stopOwnBots,
} from '@trading-bot/contract/rest/trading/bots'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'

// Before the server connects: a connection keeps the function that it found.
const statements = vi.spyOn(pg.Client.prototype, 'query')
const server = serverForFile({}, { prices: { lastPaise: () => 79_000 } })

const TODAY = { enteredAt: '2026-11-16T04:35:00.000Z', exitedAt: '2026-11-16T04:50:00.000Z' }

async function addHolder() {
  const trader = await addTrader(server)
  const limits = { ...TRADER_SETTINGS.limits, maxLossPerDayPaise: 500_000 }
  const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
  await addTrip(server, trader, TODAY)
  await addOpenPosition(server, trader)
  return trader
}

/** Each with the one that looks up the session. */
test.each([
  ['listBotPositions', 2, listBotPositions],
  ['readBotLimits', 2, readBotLimits],
  ['listBotOrders', 2, listBotOrders],
  ['readToday', 3, readToday],
  ['readParticipation', 12, readParticipation],
] as const)('%s, which screens poll, is %d statements', async (_, most, call) => {
  const { id, token } = await addHolder()
  statements.mockClear()
  const { status } = await server.call(call, (call.path.includes('{id}') ? { id } : {}) as never, token)
  expect(status).toBe(200)
  expect(statements.mock.calls.map(([statement]) => textOf(statement))).toHaveLength(most)
})

test('today without a bot that trades is two statements', async () => {
  const { token } = await addTrader(server)
  await server.call(stopOwnBots, {}, token)
  statements.mockClear()
  expect((await server.call(readToday, {}, token)).body).toMatchObject({ bots: 0 })
  expect(statements).toHaveBeenCalledTimes(2)
})

test('an id in capitals is the same bot', async () => {
  const { id, token } = await addHolder()
  for (const call of [listBotPositions, readBotLimits, listBotOrders])
    expect((await server.call(call, { id: id.toUpperCase() } as never, token)).status).toBe(200)
})

test('many users who poll at once each get their own answers', async () => {
  const traders = await Promise.all(Array.from({ length: 12 }, () => addHolder()))
  await Promise.all(
    traders.map(async ({ id, token }, at) => {
      const stranger = traders[(at + 1) % traders.length]!
      const [positions, orders, today, limits, foreign] = await Promise.all([
        server.call(listBotPositions, { id }, token),
        server.call(listBotOrders, { id }, token),
        server.call(readToday, {}, token),
        server.call(readBotLimits, { id }, token),
        server.call(listBotPositions, { id: stranger.id }, token),
      ])
      expect(positions.body).toMatchObject([{ bot_id: id }])
      expect(new Set(orders.body.map(({ bot_id }) => bot_id))).toEqual(new Set([id]))
      expect(today.body.daily_losses.map(({ bot_id }) => bot_id)).toEqual([id])
      expect(limits.body.find(({ code }) => code === 'open_positions')?.figure).toBe(1)
      expect(foreign.status).toBe(404)
    }),
  )
})

test('a user’s own change is in the next answer, also beside other polls', async () => {
  const traders = await Promise.all(Array.from({ length: 6 }, () => addTrader(server)))
  await Promise.all(
    traders.map(async ({ id, token }) => {
      await server.call(controlBot, { id, action: 'pause' }, token)
      expect((await server.call(readParticipation, {}, token)).body.bot?.status).toBe('paused')
      await server.call(controlBot, { id, action: 'stop' }, token)
      const [participation, today] = await Promise.all([
        server.call(readParticipation, {}, token),
        server.call(readToday, {}, token),
      ])
      expect(participation.body).toMatchObject({ is_user_participating: false, bot: { status: 'stopped' } })
      expect(today.body.bots).toBe(0)
    }),
  )
})

test('a session that was ended is refused at once, also beside other polls', async () => {
  const traders = await Promise.all(Array.from({ length: 6 }, () => addTrader(server)))
  await Promise.all(
    traders.map(async ({ id, token, refresh }, at) => {
      expect((await server.call(listBotPositions, { id }, token)).status).toBe(200)
      if (at % 2 === 0) await server.call(logOut, { refresh_token: refresh })
      expect((await server.call(listBotPositions, { id }, token)).status).toBe(at % 2 === 0 ? 401 : 200)
    }),
  )
})

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
  return String(text).replace(/\s+/g, ' ').trim().slice(0, 100)
}
