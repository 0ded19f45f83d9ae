import { chargeOrder } from '@trading-bot/core/charges/charge-order'
import { rateCardOn } from '@trading-bot/core/charges/rate-card-on'
import { indiaDayNumber } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { SBIN } from './test-traders.ts'
import type { TestServer } from './test-server.ts'

type Trader = { readonly id: string; readonly user_id: string }
export type TestTrip = {
  /** ISO instants of the two fills. */
  readonly enteredAt: string
  readonly exitedAt: string
  readonly quantity?: number
  readonly entryPaise?: number
  readonly exitPaise?: number
  readonly direction?: 1 | -1
  readonly mode?: 'paper' | 'live'
  readonly reason?: string
  readonly symbol?: string
}

/**
 * A round trip as the engine records it: two filled orders, with the result net of both orders' charges on the exit.
 */
export async function addTrip(server: TestServer, trader: Trader, trip: TestTrip) {
  const { quantity = 10, entryPaise = 80_000, exitPaise = 80_500, direction = 1, mode = 'paper' } = trip
  const { db } = server
  const bot = await db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  const [enteredAt, exitedAt] = [new Date(trip.enteredAt), new Date(trip.exitedAt)]
  const position = newId(enteredAt)
  await db
    .insertInto('positions')
    .values({
      id: position,
      user_bot_id: bot.id,
      token: SBIN.token,
      symbol: trip.symbol ?? SBIN.symbol,
      direction,
      entry_reason: 'crossed up',
      exit_reason: 'TARGET',
      stop_paise: Math.round(entryPaise * 0.99),
      target_paise: Math.round(entryPaise * 1.02),
      square_off_at: exitedAt,
      opened_at: enteredAt,
      closed_at: exitedAt,
    })
    .execute()
  const sides = direction === 1 ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
  const charges = [
    chargesOf(sides[0], quantity * entryPaise, enteredAt),
    chargesOf(sides[1], quantity * exitPaise, exitedAt),
  ]
  const pnlPaise =
    direction * quantity * (exitPaise - entryPaise) - charges.reduce((sum, { totalPaise }) => sum + totalPaise, 0)
  const legs = [
    { at: enteredAt, paise: entryPaise, purpose: 'ENTRY', pnl: null },
    { at: exitedAt, paise: exitPaise, purpose: 'TARGET', pnl: pnlPaise },
  ]
  const orders = legs.map(({ at, paise, purpose, pnl }, leg) => ({
    id: newId(at),
    user_bot_id: bot.id,
    user_id: bot.user_id,
    strategy_id: bot.strategy_id,
    version: bot.version,
    mode,
    position_id: position,
    client_id: newId(at),
    symbol: trip.symbol ?? SBIN.symbol,
    token: SBIN.token,
    side: sides[leg] ?? 'BUY',
    quantity,
    purpose,
    reason: trip.reason ?? 'crossed up',
    decided_at: at,
    attempt: 1,
    price_paise: paise,
    inputs: JSON.stringify({ ema: paise / 100 }),
    state: 'FILLED',
    filled_quantity: quantity,
    filled_value_paise: quantity * paise,
    charges: JSON.stringify(charges[leg]),
    charges_paise: charges[leg]?.totalPaise ?? 0,
    pnl_paise: pnl,
    created_at: at,
    sent_at: at,
    acknowledged_at: at,
    executed_at: at,
    ended_at: at,
  }))
  await db.insertInto('orders').values(orders).execute()
  const fills = orders.map(({ id, price_paise, executed_at }) => ({
    order_id: id,
    trade_id: '1',
    quantity,
    price_paise,
    at: executed_at,
  }))
  await db.insertInto('fills').values(fills).execute()
  return { position, pnlPaise, orderIds: orders.map(({ id }) => id) }
}

function chargesOf(side: 'BUY' | 'SELL', valuePaise: number, at: Date) {
  const card = rateCardOn(indiaDayNumber(at.getTime()))
  const charges = card.ok && chargeOrder(card.value, { product: 'INTRADAY', side, valuePaise })
  if (!charges || !charges.ok) throw new Error('no rate card for this day')
  return charges.value
}

type Held = { readonly symbol?: string; readonly token?: string; readonly mode?: 'paper' | 'live' }

/** Ten shares bought at ₹800 and still held. */
export async function addOpenPosition(server: TestServer, trader: Trader, held: Held = {}) {
  const { db } = server
  const { symbol = SBIN.symbol, token = SBIN.token, mode = 'paper' } = held
  const at = server.deps.clock.now()
  const bot = await db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  const [position, order] = [newId(at), newId(at)]
  const shared = { symbol, token, user_bot_id: bot.id }
  await db
    .insertInto('positions')
    .values({ id: position, ...shared, direction: 1, entry_reason: 'crossed up', square_off_at: at, opened_at: at })
    .execute()
  await db
    .insertInto('orders')
    .values({
      id: order,
      ...shared,
      user_id: bot.user_id,
      strategy_id: bot.strategy_id,
      version: bot.version,
      mode,
      position_id: position,
      client_id: order,
      side: 'BUY',
      quantity: 10,
      purpose: 'ENTRY',
      reason: 'crossed up',
      decided_at: at,
      attempt: 1,
      price_paise: 80_000,
      state: 'FILLED',
      filled_quantity: 10,
      filled_value_paise: 800_000,
      created_at: at,
      executed_at: at,
      ended_at: at,
    })
    .execute()
  await db
    .insertInto('fills')
    .values({ order_id: order, trade_id: '1', quantity: 10, price_paise: 80_000, at })
    .execute()
  return { position, order }
}

/** Ten shares bought at ₹800 with ₹5 of charges. */
export async function holdShares(server: TestServer, { id, user_id }: Trader): Promise<void> {
  const now = server.deps.clock.now()
  const [position, order] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`
    insert into positions (id, user_bot_id, token, symbol, direction, entry_reason, square_off_at, opened_at)
    values (${position}, ${id}, '3045', 'SBIN-EQ', 1, 'up', ${now}, ${now})`.execute(server.db)
  await sql`
    insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, state, charges_paise, created_at, ended_at)
    select ${order}, id, ${user_id}, strategy_id, version, 'paper', ${position}, ${order}, 'SBIN-EQ', '3045', 'BUY',
      10, 'ENTRY', 'up', ${now}, 1, 80000, 'FILLED', 500, ${now}, ${now}
    from user_bots where id = ${id}`.execute(server.db)
  await sql`
    insert into fills (order_id, trade_id, quantity, price_paise, at)
    values (${order}, 't', 10, 80000, ${now})`.execute(server.db)
}
