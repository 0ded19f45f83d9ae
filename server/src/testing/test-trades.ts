import { chargeOrder } from '@trading-bot/core/charges/charge-order'
import { rateCardOn } from '@trading-bot/core/charges/rate-card-on'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Insertable } from 'kysely'
import type { Orders, Positions } from '../platform/db/tables.ts'
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
  const { symbol = SBIN.symbol, reason = 'crossed up' } = trip
  const [enteredAt, exitedAt] = [new Date(trip.enteredAt), new Date(trip.exitedAt)]
  const sides = direction === 1 ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
  const charges = [
    chargesOf(sides[0], quantity * entryPaise, enteredAt),
    chargesOf(sides[1], quantity * exitPaise, exitedAt),
  ] as const
  const pnlPaise = direction * quantity * (exitPaise - entryPaise) - charges[0].totalPaise - charges[1].totalPaise
  const legOf = (leg: 0 | 1, paise: number) => ({
    side: sides[leg],
    quantity,
    price_paise: paise,
    mode,
    reason,
    inputs: JSON.stringify({ ema: paise / 100 }),
    charges: JSON.stringify(charges[leg]),
    charges_paise: charges[leg].totalPaise,
  })
  const held = {
    symbol,
    token: SBIN.token,
    direction,
    exit_reason: 'TARGET',
    stop_paise: Math.round(entryPaise * 0.99),
    target_paise: Math.round(entryPaise * 1.02),
    square_off_at: exitedAt,
    opened_at: enteredAt,
    closed_at: exitedAt,
  }
  const added = await addPosition(server, trader, held, [
    { ...legOf(0, entryPaise), at: enteredAt, purpose: 'ENTRY', pnl_paise: null },
    { ...legOf(1, exitPaise), at: exitedAt, purpose: 'TARGET', pnl_paise: pnlPaise },
  ])
  return { ...added, pnlPaise }
}

function chargesOf(side: 'BUY' | 'SELL', valuePaise: number, at: Date) {
  const card = rateCardOn(indiaDayNumber(at.getTime()))
  const charges = card.ok && chargeOrder(card.value, { product: 'INTRADAY', side, valuePaise })
  if (!charges || !charges.ok) throw new Error('no rate card for this day')
  return charges.value
}

type Held = {
  readonly symbol?: string
  readonly token?: string
  readonly mode?: 'paper' | 'live'
  readonly charges_paise?: number
}

/** Ten shares bought at ₹800 and still held. */
export async function addOpenPosition(server: TestServer, trader: Trader, bought: Held = {}) {
  const { symbol = SBIN.symbol, token = SBIN.token, mode = 'paper', charges_paise = 0 } = bought
  const at = server.deps.clock.now()
  const held = { symbol, token, direction: 1, square_off_at: at, opened_at: at }
  const { position, orderIds } = await addPosition(server, trader, held, [
    { at, side: 'BUY', quantity: 10, price_paise: 80_000, mode, purpose: 'ENTRY', reason: 'crossed up', charges_paise },
  ])
  return { position, order: orderIds[0]! }
}

/** Ten shares bought at ₹800 with ₹5 of charges. */
export async function holdShares(server: TestServer, trader: Trader): Promise<void> {
  await addOpenPosition(server, trader, { charges_paise: 500 })
}

type NewPosition = Omit<Insertable<Positions>, 'id' | 'user_bot_id' | 'entry_reason'> & { readonly opened_at: Date }
type Leg = Pick<Insertable<Orders>, 'side' | 'mode' | 'purpose' | 'reason'> &
  Partial<Insertable<Orders>> & { readonly at: Date; readonly quantity: number; readonly price_paise: number }

/** A bot's position with its orders, each filled at once. */
export async function addPosition({ db }: TestServer, trader: Trader, held: NewPosition, legs: readonly Leg[]) {
  const bot = await db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  const position = newId(held.opened_at)
  const { id: user_bot_id, user_id, strategy_id, version } = bot
  const owner = { user_bot_id, user_id, strategy_id, version }
  await db
    .insertInto('positions')
    .values({ id: position, user_bot_id, entry_reason: 'crossed up', ...held })
    .execute()
  const orders = legs.map(({ at, ...leg }) => ({
    id: newId(at),
    client_id: newId(at),
    ...owner,
    position_id: position,
    symbol: held.symbol,
    token: held.token,
    attempt: 1,
    state: 'FILLED',
    filled_quantity: leg.quantity,
    filled_value_paise: leg.quantity * leg.price_paise,
    ...timesAt(at),
    ...leg,
  }))
  await db.insertInto('orders').values(orders).execute()
  const fills = orders.map(({ id, quantity, price_paise, decided_at }) => ({
    order_id: id,
    trade_id: '1',
    quantity,
    price_paise,
    at: decided_at,
  }))
  await db.insertInto('fills').values(fills).execute()
  return { position, orderIds: orders.map(({ id }) => id) }
}

function timesAt(at: Date) {
  return { decided_at: at, created_at: at, sent_at: at, acknowledged_at: at, executed_at: at, ended_at: at }
}
