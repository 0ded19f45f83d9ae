import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { WriteBatch, Written } from '@trading-bot/engine/live/book/live-store'
import type pg from 'pg'
import { changeOf, newOrderRow, positionRow } from './live-rows.ts'
import { publishNotices } from './publish-notices.ts'
import { writeStates } from './strategy-states.ts'
import { unnestRows } from './unnest-rows.ts'

type Setup = {
  readonly now: () => Date
  readonly symbolOf: (token: string) => string
  /** Whether the commit notifies whoever listens to the database; otherwise the bus does after it. */
  readonly isNotified: boolean
}

/** What was written, and whose orders have changed by it; nobody where the database notifies. */
type WrittenBatch = Written & { readonly userIds: readonly string[] }

/**
 * One transaction of the engine, sent without waiting between its statements; the database runs them in this order.
 * Values are absolute and keys are unique, so that writing it again changes nothing.
 */
export async function writeBatch(client: pg.PoolClient, batch: WriteBatch, setup: Setup): Promise<WrittenBatch> {
  const positions = writePositions(client, batch.positions, setup)
  const denied = addOrders(client, batch.newOrders, setup)
  const sending = markSending(client, batch.sendings, setup)
  const changed = changeOrders(client, batch.changedOrders, setup)
  const closed = batch.positions.filter(({ closedAtMs }) => closedAtMs !== null)
  const rest = [
    notifySuccessors(client, closed),
    addFills(client, batch.newFills),
    addStoppedDays(client, batch.stoppedDays),
    writeStates(client, batch.strategyStates),
    publishNotices(client, batch.notices, setup.now()),
  ]
  const [deniedIds, sent, changedUsers] = await Promise.all([denied, sending, changed, positions, ...rest])
  return { refused: new Set([...deniedIds, ...sent.stoppedIds]), userIds: [...sent.userIds, ...changedUsers] }
}

async function writePositions(client: pg.PoolClient, positions: WriteBatch['positions'], setup: Setup): Promise<void> {
  if (positions.length === 0) return
  const rows = positions.map((position) => positionRow(position, setup.symbolOf(position.token)))
  const { from, names, values } = unnestRows(rows, POSITION_COLUMNS, 'p')
  const text = `insert into positions (${names}) select ${names} from ${from} ${ON_KNOWN_POSITION}`
  await client.query({ ...keptPlan('write-positions', rows), text, values })
}

/** A bot that waits for the one before it to hold nothing is looked at again. */
async function notifySuccessors(client: pg.PoolClient, closed: WriteBatch['positions']): Promise<void> {
  if (closed.length === 0) return
  const text = `
    select pg_notify('user_bots', b.id::text) from user_bots f
    join user_bots b on b.subscription_id = f.subscription_id and b.ended_at is null and not b.is_copy
    where f.id = any ($1) and f.ended_at is not null`
  await client.query({
    name: 'notify-successors',
    text,
    values: [[...new Set(closed.map(({ instanceId }) => instanceId))]],
  })
}

/** The ids of entries recorded as DENIED because of a kill switch, an ended plan or a stopped bot. */
async function addOrders(client: pg.PoolClient, orders: readonly LiveOrder[], setup: Setup): Promise<string[]> {
  if (orders.length === 0) return []
  const rows = orders.map((order) => newOrderRow(order, setup.symbolOf(order.token)))
  const { from, values } = unnestRows(rows, NEW_ORDER_COLUMNS, 'o')
  const moment = `$${values.length + 1}::timestamptz`
  const added = await client.query<{ count: number; denied: string[] }>({
    ...keptPlan('add-orders', rows),
    text: addOrdersSql(from, moment),
    values: [...values, setup.now()],
  })
  if (added.rows[0]?.count === orders.length) return added.rows[0].denied
  // Written before, and the answer was lost; any other order with the same client id is a bug, never skipped.
  const { rows: there } = await client.query<{ id: string; state: string }>(
    'select id, state from orders where id = any ($1)',
    [orders.map(({ id }) => id)],
  )
  if (there.length !== orders.length) throw new Error('a client id was used for two different orders')
  return there.filter(({ state }) => state === 'DENIED').map(({ id }) => id)
}

async function markSending(client: pg.PoolClient, orders: readonly LiveOrder[], { now, isNotified }: Setup) {
  if (orders.length === 0) return { stoppedIds: [], userIds: [] }
  const rows = orders.map(({ id, sentAtMs }) => ({ id, sent_at: new Date(sentAtMs ?? now()).toISOString() }))
  const text = markSendingSql(isNotified)
  const { rows: allowed } = await client.query<{ id: string; user_id: string }>(text, [JSON.stringify(rows), now()])
  const ids = new Set(allowed.map(({ id }) => id))
  return {
    stoppedIds: orders.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    userIds: isNotified ? [] : allowed.map(({ user_id }) => user_id),
  }
}

async function changeOrders(client: pg.PoolClient, orders: WriteBatch['changedOrders'], { isNotified }: Setup) {
  if (orders.length === 0) return []
  const rows = orders.map(changeOf)
  const { from, values } = unnestRows(rows, CHANGE_COLUMNS, 'c')
  const text = changeOrdersSql(from, isNotified)
  const changed = await client.query<{ user_id: string }>({
    ...keptPlan(isNotified ? 'change-orders' : 'change-orders-on-bus', rows),
    text,
    values,
  })
  return isNotified ? [] : changed.rows.map(({ user_id }) => user_id)
}

async function addFills(client: pg.PoolClient, fills: WriteBatch['newFills']): Promise<void> {
  if (fills.length === 0) return
  const rows = fills.map(({ orderId, fill }) => ({
    order_id: orderId,
    trade_id: fill.tradeId,
    quantity: fill.quantity,
    price_paise: fill.pricePaise,
    at: new Date(fill.atMs).toISOString(),
  }))
  const { from, names, values } = unnestRows(rows, FILL_COLUMNS, 'f')
  const text = `insert into fills (${names}) select ${names} from ${from} on conflict do nothing`
  await client.query({ ...keptPlan('add-fills', rows), text, values })
}

async function addStoppedDays(client: pg.PoolClient, days: WriteBatch['stoppedDays']): Promise<void> {
  const text = 'insert into stopped_days values ($1, $2, $3) on conflict do nothing'
  await Promise.all(
    days.map(({ instanceId, sessionNumber, by }) => client.query(text, [instanceId, sessionNumber, by])),
  )
}

// Planning a few rows takes longer than writing them, so that their plan is kept; many rows are planned for their number.
const KEPT_UP_TO_ROWS = 500

function keptPlan(name: string, rows: readonly unknown[]) {
  return rows.length <= KEPT_UP_TO_ROWS ? { name } : {}
}

const POSITION_COLUMNS = {
  id: 'uuid',
  user_bot_id: 'uuid',
  token: 'text',
  symbol: 'text',
  direction: 'smallint',
  entry_reason: 'text',
  exit_reason: 'text',
  part_to_close: 'integer',
  is_stray: 'boolean',
  stop_paise: 'integer',
  target_paise: 'integer',
  square_off_at: 'timestamptz',
  opened_at: 'timestamptz',
  adopted_at: 'timestamptz',
  closed_at: 'timestamptz',
}

const ON_KNOWN_POSITION = `on conflict (id) do update set
  exit_reason = excluded.exit_reason, part_to_close = excluded.part_to_close, is_stray = excluded.is_stray,
  stop_paise = excluded.stop_paise, target_paise = excluded.target_paise, opened_at = excluded.opened_at, adopted_at = excluded.adopted_at,
  closed_at = excluded.closed_at`

const FILL_COLUMNS = {
  order_id: 'uuid',
  trade_id: 'text',
  quantity: 'integer',
  price_paise: 'integer',
  at: 'timestamptz',
}

const NEW_ORDER_COLUMNS = {
  id: 'uuid',
  user_bot_id: 'uuid',
  position_id: 'uuid',
  client_id: 'text',
  symbol: 'text',
  token: 'text',
  side: 'text',
  quantity: 'integer',
  purpose: 'text',
  reason: 'text',
  decided_at: 'timestamptz',
  attempt: 'integer',
  price_paise: 'integer',
  inputs: 'jsonb',
  trigger_paise: 'integer',
  state: 'text',
  created_at: 'timestamptz',
  sent_at: 'timestamptz',
}

/**
 * Entries of bots that may not enter now are recorded as denied, with the rest of the batch; one that is at the broker
 * already (claim-strays.ts) can no longer be. An exit carries the
 * strategy, version, mode and algo id of the entry it closes, whatever the bot runs now.
 */
function addOrdersSql(from: string, moment: string): string {
  return `
    with added as (insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, algo_id, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, inputs, trigger_paise, state, code, created_at, sent_at, ended_at)
    select o.id, o.user_bot_id, b.user_id, coalesce(entry.strategy_id, b.strategy_id),
      coalesce(entry.version, b.version), coalesce(entry.mode, b.mode),
      coalesce(entry.algo_id, algo.algo_id), o.position_id, o.client_id, o.symbol, o.token,
      o.side, o.quantity, o.purpose, o.reason, o.decided_at, o.attempt, o.price_paise, o.inputs,
      o.trigger_paise, case when d.is_denied then 'DENIED' else o.state end,
      case when d.is_denied then 'SWITCHED_OFF' end,
      o.created_at,
      case when d.is_denied then null else o.sent_at end,
      case when d.is_denied then ${moment} end
    from ${from}
    join user_bots b on b.id = o.user_bot_id
    left join bot_versions v on b.mode = 'live' and v.bot_id = b.strategy_id and v.number = b.version
    left join algo_registrations algo on algo.logic_hash = v.logic_hash and algo.state <> 'withdrawn'
    left join bots_that_may_enter(${moment}) e on e.id = o.user_bot_id
    cross join lateral (select o.purpose = 'ENTRY' and o.state <> 'ACKNOWLEDGED' and e.id is null as is_denied) d
    left join lateral (
      select strategy_id, version, mode, algo_id from orders
      where o.purpose <> 'ENTRY' and position_id = o.position_id and purpose = 'ENTRY' limit 1
    ) entry on true
    on conflict (client_id) do nothing
    returning id, state)
    select count(*)::int as count, coalesce(array_agg(id::text) filter (where state = 'DENIED'), '{}') as denied from added`
}

// What event streams read. A new order changes again as soon as the broker has answered or a kill switch takes effect.
const NOTE = 'insert into order_changes (user_id, order_id) select user_id, id from'

function markSendingSql(isNotified: boolean): string {
  return `
    with sent as (
      update orders set state = 'SENDING', sent_at = s.sent_at
      from jsonb_to_recordset($1) s (id uuid, sent_at timestamptz)
      where orders.id = s.id and orders.state in ('CREATED', 'SENDING')
        and (orders.purpose <> 'ENTRY' or orders.user_bot_id in (select id from bots_that_may_enter($2)))
      returning orders.id, orders.user_id
    ), noted as (${NOTE} sent)
    select id, user_id ${isNotified ? `, pg_notify('orders', '')` : ''} from sent`
}

const CHANGE_COLUMNS = {
  id: 'uuid',
  quantity: 'integer',
  reason: 'text',
  trigger_paise: 'integer',
  limit_paise: 'integer',
  state: 'text',
  code: 'text',
  detail: 'text',
  is_late: 'boolean',
  broker_order_id: 'text',
  filled_quantity: 'integer',
  filled_value_paise: 'bigint',
  charges: 'jsonb',
  charges_paise: 'bigint',
  pnl_paise: 'bigint',
  sent_at: 'timestamptz',
  acknowledged_at: 'timestamptz',
  executed_at: 'timestamptz',
  ended_at: 'timestamptz',
}

const SET_CHANGES = Object.keys(CHANGE_COLUMNS)
  .filter((name) => name !== 'id')
  .map((name) => `${name} = c.${name}`)
  .join(', ')

/** An order in a final state does not change any more, but the attempt is still published. */
function changeOrdersSql(from: string, isNotified: boolean): string {
  return `
    with c as (select * from ${from}), changed as (
      update orders set ${SET_CHANGES} from c
      where orders.id = c.id and orders.state not in ('FILLED', 'DENIED', 'REJECTED', 'CANCELLED')
    ), noted as (${NOTE} orders where id in (select id from c) returning user_id)
    select ${isNotified ? `pg_notify('orders', '')` : 'distinct user_id from noted'}`
}
