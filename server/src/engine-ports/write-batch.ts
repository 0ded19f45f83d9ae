import type { LiveOrder } from '@trading-bot/engine/live/live-order'
import type { WriteBatch, Written } from '@trading-bot/engine/live/live-store'
import type pg from 'pg'
import { changeOf, newOrderRow, positionRow } from './live-rows.ts'
import { tellNotices } from './tell-notices.ts'

type Setup = { readonly now: () => Date; readonly symbolOf: (token: string) => string }

/** One transaction of the engine. Values are absolute and keys are unique, so that writing it again changes nothing. */
export async function writeBatch(client: pg.PoolClient, batch: WriteBatch, setup: Setup): Promise<Written> {
  const refused = new Set<string>()
  const { symbolOf } = setup
  if (batch.positions.length > 0) {
    await client.query(SAVE_POSITIONS, [
      JSON.stringify(batch.positions.map((position) => positionRow(position, symbolOf(position.token)))),
    ])
  }
  if (batch.newOrders.length > 0) {
    for (const id of await addOrders(client, batch.newOrders, setup)) refused.add(id)
  }
  if (batch.sendings.length > 0) {
    for (const id of await markSending(client, batch.sendings, setup.now())) refused.add(id)
  }
  if (batch.changedOrders.length > 0) {
    await client.query(CHANGE_ORDERS, [JSON.stringify(batch.changedOrders.map(changeOf))])
  }
  if (batch.newFills.length > 0) {
    const rows = batch.newFills.map(({ orderId, fill }) => ({
      order_id: orderId,
      trade_id: fill.tradeId,
      quantity: fill.quantity,
      price_paise: fill.pricePaise,
      at: new Date(fill.atMs).toISOString(),
    }))
    await client.query(ADD_FILLS, [JSON.stringify(rows)])
  }
  for (const { participantId, sessionNumber, by } of batch.stoppedDays) {
    await client.query('insert into stopped_days values ($1, $2, $3) on conflict do nothing', [
      participantId,
      sessionNumber,
      by,
    ])
  }
  if (batch.notices.length > 0) await tellNotices(client, batch.notices, setup.now())
  await client.query(`select pg_notify('orders', '')`)
  return { refused }
}

/** The ids of entries that stand as DENIED: a switch, an ended plan or a stopped bot was there first. */
async function addOrders(client: pg.PoolClient, orders: readonly LiveOrder[], setup: Setup): Promise<string[]> {
  const rows = orders.map((order) => newOrderRow(order, setup.symbolOf(order.token)))
  const added = await client.query<{ id: string; state: string }>(ADD_ORDERS, [JSON.stringify(rows), setup.now()])
  const denied = added.rows.filter(({ state }) => state === 'DENIED').map(({ id }) => id)
  if (added.rows.length === orders.length) return denied
  // Written before, and the answer was lost; anything else with the same client id is a bug, never skipped.
  const known = new Set(added.rows.map(({ id }) => id))
  const missing = orders.filter(({ id }) => !known.has(id))
  const { rows: there } = await client.query<{ id: string; state: string }>(
    'select id, state from orders where id = any ($1)',
    [missing.map(({ id }) => id)],
  )
  if (there.length !== missing.length) throw new Error('a client id stands for two different orders')
  return [...denied, ...there.filter(({ state }) => state === 'DENIED').map(({ id }) => id)]
}

async function markSending(client: pg.PoolClient, orders: readonly LiveOrder[], now: Date): Promise<string[]> {
  const rows = orders.map(({ id, sentAtMs }) => ({ id, sent_at: new Date(sentAtMs ?? now).toISOString() }))
  const { rows: allowed } = await client.query<{ id: string }>(MARK_SENDING, [JSON.stringify(rows), now])
  const ids = new Set(allowed.map(({ id }) => id))
  return orders.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
}

const SAVE_POSITIONS = `
  insert into positions
  select * from jsonb_populate_recordset(null::positions, $1)
  on conflict (id) do update set
    exit_reason = excluded.exit_reason, is_stray = excluded.is_stray, stop_paise = excluded.stop_paise,
    target_paise = excluded.target_paise, opened_at = excluded.opened_at, closed_at = excluded.closed_at`

const ADD_ORDERS = `
  insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
    quantity, purpose, reason, decided_at, attempt, price_paise, inputs, state, code, created_at, sent_at, ended_at)
  select o.id, o.user_bot_id, b.user_id, b.strategy_id, b.version, b.mode, o.position_id, o.client_id, o.symbol, o.token,
    o.side, o.quantity, o.purpose, o.reason, o.decided_at, o.attempt, o.price_paise, o.inputs,
    case when d.is_denied then 'DENIED' else o.state end,
    case when d.is_denied then 'SWITCHED_OFF' else o.code end,
    o.created_at,
    case when d.is_denied then null else o.sent_at end,
    case when d.is_denied then $2::timestamptz end
  from jsonb_populate_recordset(null::orders, $1) o
  join user_bots b on b.id = o.user_bot_id
  left join bots_that_may_enter($2) e on e.id = o.user_bot_id
  cross join lateral (select o.purpose = 'ENTRY' and e.id is null as is_denied) d
  on conflict (client_id) do nothing
  returning id, state`

const MARK_SENDING = `
  update orders set state = 'SENDING', sent_at = s.sent_at, change_id = nextval('live_changes')
  from jsonb_to_recordset($1) s (id uuid, sent_at timestamptz)
  where orders.id = s.id and orders.state in ('CREATED', 'SENDING')
    and (orders.purpose <> 'ENTRY' or orders.user_bot_id in (select id from bots_that_may_enter($2)))
  returning orders.id`

// What has ended for certain does not move any more.
const CHANGE_ORDERS = `
  update orders set
    state = c.state, code = c.code, detail = c.detail, is_late = c.is_late, broker_order_id = c.broker_order_id,
    filled_quantity = c.filled_quantity, filled_value_paise = c.filled_value_paise, charges = c.charges,
    charges_paise = c.charges_paise, pnl_paise = c.pnl_paise, sent_at = c.sent_at, acknowledged_at = c.acknowledged_at,
    executed_at = c.executed_at, ended_at = c.ended_at, change_id = nextval('live_changes')
  from jsonb_populate_recordset(null::orders, $1) c
  where orders.id = c.id and orders.state not in ('FILLED', 'DENIED', 'REJECTED', 'CANCELLED')`

const ADD_FILLS = `
  insert into fills select * from jsonb_populate_recordset(null::fills, $1)
  on conflict (order_id, trade_id) do nothing`
