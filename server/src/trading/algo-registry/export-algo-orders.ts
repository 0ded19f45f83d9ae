import type { exportAlgoOrders as spec } from '@trading-bot/contract/rest/trading/algos'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { listHistory } from '../../platform/audit/list-history.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { sealRecords } from '../../platform/audit/seal-records.ts'
import { signingKeyOf } from '../../platform/audit/signing-key.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findRegistration } from './algo-store.ts'

const MOST_ORDERS = 100_000
const MOST_LINES = 1000

/**
 * Every order decided under the algo id on these India days with its fills, after the audit lines of the registration.
 * Users appear by id only. The export itself becomes an audit line.
 */
export const exportAlgoOrders: UseCase<typeof spec> = async (context, { id, from, to }) => {
  const { db, clock, config } = context
  if (from && to && from > to) return refuseFields({ to: ['The last day is before the first'] })
  const registration = await findRegistration(db, id)
  if (!registration) return refuse('NOT_FOUND')
  const { algo_id, logic_hash, broker, exchange, kind, certificate, state } = registration
  if (algo_id === null) return refuse('ALGO_HAS_NO_ID')
  const orders = await readOrders(db, algo_id, from, to)
  if (orders.length > MOST_ORDERS)
    return refuse('TOO_MANY_ORDERS', { values: { limit: MOST_ORDERS.toLocaleString('en-IN') } })
  const fills = orders.reduce((count, { record }) => count + record.fills.length, 0)
  const key = signingKeyOf(config.sealKey)
  const about = {
    algo_id,
    logic_hash,
    broker,
    exchange,
    kind,
    certificate,
    state,
    from: from ?? null,
    to: to ?? null,
    orders: orders.length,
    fills,
  }
  const history = (await listHistory(db, [{ kind: 'algo', id }], MOST_LINES)).toReversed()
  const records = [
    ...history.map((line) => ({ type: 'audit', ...line })),
    ...orders.flatMap(({ record: { fills: own, ...order } }) => [
      { type: 'order', ...order },
      ...own.map((fill) => ({ type: 'fill', order_id: order.id, ...fill })),
    ]),
  ]
  const text = sealRecords(key, { ...about, exported_at: clock.now().toISOString() }, records)
  await recordAudit(db, context, {
    action: 'algo.orders_exported',
    subject: { kind: 'algo', id },
    after: { from: from ?? null, to: to ?? null, orders: orders.length, fills, key_fingerprint: key.fingerprint },
  })
  return new TextEncoder().encode(text)
}

type OrderRecord = { readonly id: string; readonly fills: readonly object[] } & Readonly<Record<string, unknown>>

/** Money in whole paise, times in UTC with milliseconds, as PostgreSQL stores them. */
async function readOrders(db: Queryable, algoId: string, from: string | undefined, to: string | undefined) {
  const start = from ? new Date(indiaDayStartMs(dayNumberOf(from))) : null
  const end = to ? new Date(indiaDayStartMs(dayNumberOf(to) + 1)) : null
  const { rows } = await sql<{ record: OrderRecord }>`
    select json_build_object(
      'id', o.id, 'client_id', o.client_id, 'broker_order_id', o.broker_order_id, 'algo_id', o.algo_id,
      'account', o.user_id, 'strategy', o.strategy_id, 'version', o.version, 'mode', o.mode,
      'position', o.position_id, 'symbol', o.symbol, 'token', o.token, 'side', o.side, 'purpose', o.purpose,
      'reason', o.reason, 'quantity', o.quantity, 'price_paise', o.price_paise, 'trigger_paise', o.trigger_paise,
      'limit_paise', o.limit_paise, 'state', o.state, 'code', o.code, 'detail', o.detail,
      'filled_quantity', o.filled_quantity, 'filled_value_paise', o.filled_value_paise,
      'charges_paise', o.charges_paise, 'decided_at', ${utc('o.decided_at')}, 'sent_at', ${utc('o.sent_at')},
      'acknowledged_at', ${utc('o.acknowledged_at')}, 'executed_at', ${utc('o.executed_at')},
      'ended_at', ${utc('o.ended_at')},
      'fills', coalesce((
        select json_agg(json_build_object(
          'trade_id', f.trade_id, 'quantity', f.quantity, 'price_paise', f.price_paise, 'at', ${utc('f.at')}
        ) order by f.at, f.trade_id) from fills f where f.order_id = o.id), '[]'::json)) as record
    from orders o
    where o.algo_id = ${algoId}
      and (${start}::timestamptz is null or o.decided_at >= ${start})
      and (${end}::timestamptz is null or o.decided_at < ${end})
    order by o.decided_at, o.id
    limit ${MOST_ORDERS + 1}`.execute(db)
  return rows
}

function utc(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
