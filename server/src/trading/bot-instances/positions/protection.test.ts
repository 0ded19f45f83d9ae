// A stop at the exchange: shown with the position, and no trade until it fills.
import * as analytics from '@trading-bot/contract/rest/trading/analytics'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { expect, test } from 'vitest'
import { addTrader } from '../../../testing/test-traders.ts'
import { useServer } from '../../../testing/use-server.ts'
import { newId } from '../../../platform/ids.ts'

const server = useServer()

type Order = { readonly purpose: string; readonly side: string; readonly state: string; readonly filled?: number }

/** An open position with these orders, as the engine records them. */
async function hold(
  mode: 'live' | 'paper',
  stopPaise: number | null,
  orders: readonly (Order & { detail?: string })[],
) {
  const { db, deps } = server
  const trader = await addTrader(server)
  const now = deps.clock.now()
  const bot = await db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  const position_id = newId(now)
  const shared = { user_bot_id: trader.id, token: '3045', symbol: 'SBIN-EQ' }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('positions')
      .values({
        id: position_id,
        ...shared,
        direction: 1,
        entry_reason: 'up',
        stop_paise: stopPaise,
        square_off_at: now,
        opened_at: now,
      })
      .execute()
    for (const [index, { purpose, side, state, filled = 0, detail = '' }] of orders.entries()) {
      const id = newId(now)
      await tx
        .insertInto('orders')
        .values({
          id,
          ...shared,
          user_id: bot.user_id,
          strategy_id: bot.strategy_id,
          version: bot.version,
          mode,
          position_id,
          client_id: id,
          side,
          quantity: 10,
          purpose,
          reason: 'up',
          decided_at: now,
          attempt: index + 1,
          price_paise: 80_000,
          trigger_paise: purpose === 'PROTECT' ? stopPaise : null,
          state,
          detail,
          filled_quantity: filled,
          filled_value_paise: filled * 80_000,
          created_at: new Date(now.getTime() + index),
          executed_at: filled > 0 ? now : null,
        })
        .execute()
      if (filled > 0)
        await tx
          .insertInto('fills')
          .values({ order_id: id, trade_id: id, quantity: filled, price_paise: 80_000, at: now })
          .execute()
    }
  })
  return trader
}

const ENTRY = { purpose: 'ENTRY', side: 'BUY', state: 'FILLED', filled: 10 }
const protect = (state: string, detail = '') => ({ purpose: 'PROTECT', side: 'SELL', state, detail })

test.each([
  ['live', 79_200, [protect('RESTING')], 'at_exchange', 792, ''],
  ['live', 79_200, [protect('REJECTED', 'Too far.'), protect('RESTING')], 'at_exchange', 792, ''],
  ['live', 79_200, [protect('UNKNOWN')], 'being_placed', null, 'Being placed'],
  ['live', 79_200, [], 'being_placed', null, 'Being placed'],
  ['live', 79_200, [protect('REJECTED', 'Too far.')], 'refused', null, 'The broker refused it: Too far.'],
  ['live', 79_200, [protect('CANCELLED')], 'watched', null, 'No longer at the exchange'],
  ['live', null, [], 'none', null, 'No stop is set.'],
  ['paper', 79_200, [], 'watched', null, 'Watched by the platform'],
] as const)(
  'a %s position with a stop of %s and %j shows where its stop is',
  async (mode, stop, stops, state, price, note) => {
    const { id, token } = await hold(mode, stop, [ENTRY, ...stops])
    const { body } = await server.call(bots.listBotPositions, { id }, token)
    expect(body).toMatchObject([{ quantity: 10, protection: { state, stop_at_exchange: price } }])
    expect(body[0]?.protection.note).toContain(note)
  },
)

test('a resting stop is no trade in any list until it fills, and then it is a stop', async () => {
  const resting = await hold('live', 79_200, [ENTRY, protect('RESTING')])
  const filled = await hold('live', 79_200, [ENTRY, { ...protect('PARTIALLY_FILLED'), filled: 4 }])
  for (const [trader, purposes] of [
    [resting, ['entry']],
    [filled, ['entry', 'stop']],
  ] as const) {
    const lists = [
      (await server.call(bots.listBotOrders, { id: trader.id }, trader.token)).body,
      (await server.call(analytics.listOwnTrades, {}, trader.token)).body,
    ]
    for (const list of lists) expect(list.map(({ purpose }) => purpose).toSorted()).toEqual(purposes)
    const { body: csv } = await server.call(analytics.exportTrades, {}, trader.token)
    expect(
      String(csv instanceof Uint8Array ? new TextDecoder().decode(csv) : csv)
        .trim()
        .split('\n'),
    ).toHaveLength(1 + purposes.length)
  }
})
