// A stop at the exchange: shown with the position, and no trade until it fills.
import * as analytics from '@trading-bot/contract/rest/trading/analytics'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTrader } from '../../../testing/test-traders.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { newId } from '../../../platform/ids.ts'

const server = serverForFile()

type Stop = { readonly state: string; readonly detail: string; readonly filled?: number }

/** An open position of ten shares with these stops, as the engine records them. */
async function hold(mode: 'live' | 'paper', stopPaise: number | null, stops: readonly Stop[]) {
  const { db, deps } = server
  const trader = await addTrader(server)
  const { position, order } = await addOpenPosition(server, trader, { mode })
  await db.updateTable('positions').set({ stop_paise: stopPaise }).where('id', '=', position).execute()
  const entry = await db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow()
  const now = deps.clock.now()
  for (const [index, { filled = 0, ...stop }] of stops.entries()) {
    const id = newId(now)
    const protect = { ...entry, id, client_id: id, purpose: 'PROTECT', side: 'SELL', trigger_paise: stopPaise, ...stop }
    const fills = { filled_quantity: filled, filled_value_paise: filled * 80_000, executed_at: filled > 0 ? now : null }
    const times = { attempt: index + 2, created_at: new Date(now.getTime() + index + 1), ended_at: null }
    await db
      .insertInto('orders')
      .values({ ...protect, ...fills, ...times } as never)
      .execute()
    if (filled > 0)
      await sql`insert into fills (order_id, trade_id, quantity, price_paise, at)
        values (${id}, ${id}, ${filled}, 80000, ${now})`.execute(db)
  }
  return trader
}

const protect = (state: string, detail = '') => ({ state, detail })

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
    const { id, token } = await hold(mode, stop, stops)
    const { body } = await server.call(bots.listBotPositions, { id }, token)
    expect(body).toMatchObject([{ quantity: 10, protection: { state, stop_at_exchange: price } }])
    expect(body[0]?.protection.note).toContain(note)
  },
)

test('a resting stop is no trade in any list until it fills, and then it is a stop', async () => {
  const resting = await hold('live', 79_200, [protect('RESTING')])
  const filled = await hold('live', 79_200, [{ ...protect('PARTIALLY_FILLED'), filled: 4 }])
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
