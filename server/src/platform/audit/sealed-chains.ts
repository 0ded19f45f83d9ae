import { HOUR_MS } from '@trading-bot/core/time'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/client.ts'

export const CHAINS = ['audit', 'orders'] as const
export type Chain = (typeof CHAINS)[number]

/** After `after`, up to and including `until`. */
export type Stretch = { readonly after: Date; readonly until: Date }

const LATE_MS = 2 * HOUR_MS

type Source = {
  readonly table: string
  readonly at: string
  /** Whatever a record states, as text; a column that is added later does not change what was sealed before. */
  readonly text: string
}

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`

/**
 * The texts are built here and not by functions of the database: whoever rewrites the tables could rewrite those too.
 */
const SOURCES: Readonly<Record<Chain, Source>> = {
  audit: {
    table: 'audit_lines',
    at: 'at',
    text: `jsonb_build_array(r.id, ${micros('r.at')}, r.actor_id, r.action, r.subject_kind, r.subject_id, r.request_id,
      encode(coalesce(r.erased_address,
        sha256(uuid_send(r.address_salt) || convert_to(coalesce(r.address, ''), 'UTF8'))), 'hex'),
      encode(coalesce(r.erased_values,
        sha256(uuid_send(r.values_salt) || convert_to(jsonb_build_array(r.before, r.after)::text, 'UTF8'))), 'hex'))`,
  },
  orders: {
    table: 'orders',
    at: 'decided_at',
    text: `jsonb_build_array(r.id, r.user_bot_id, r.user_id, r.strategy_id, r.version, r.mode, r.algo_id, r.position_id,
      r.client_id, r.broker_order_id, r.symbol, r.token, r.side, r.purpose, r.reason, r.inputs, r.quantity,
      r.price_paise, r.trigger_paise, r.limit_paise, r.attempt, r.state, r.code, r.detail, r.is_late, r.filled_quantity,
      r.filled_value_paise, r.charges, r.charges_paise, r.pnl_paise, ${micros('r.decided_at')},
      ${micros('r.created_at')}, ${micros('r.sent_at')}, ${micros('r.acknowledged_at')}, ${micros('r.executed_at')},
      ${micros('r.ended_at')},
      (select jsonb_agg(jsonb_build_array(f.trade_id, f.quantity, f.price_paise, ${micros('f.at')})
        order by f.at, f.trade_id) from fills f where f.order_id = r.id))`,
  },
}

/** One SHA-256 per record of a stretch, in their order. */
export async function readLeaves(db: Queryable, chain: Chain, stretch: Stretch): Promise<Buffer> {
  const { rows } = await sql<{ leaves: Buffer | null }>`
    select string_agg(${leafOf(chain)}, ''::bytea order by ${atOf(chain)}, r.id) as leaves
    ${within(chain, stretch)}`.execute(db)
  return rows[0]?.leaves ?? Buffer.alloc(0)
}

/** The records of a stretch by name, to say which one differs from its seal. */
export async function readNamedLeaves(db: Queryable, chain: Chain, stretch: Stretch) {
  const { rows } = await sql<{ id: string; leaf: Buffer }>`
    select r.id, ${leafOf(chain)} as leaf ${within(chain, stretch)} order by ${atOf(chain)}, r.id`.execute(db)
  return rows
}

/** The time of the first record after a moment; undefined if there is none. */
export async function firstAfter(db: Queryable, chain: Chain, moment: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(${atOf(chain)}) as at from ${sql.table(SOURCES[chain].table)} r where ${atOf(chain)} > ${moment}`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

/** What is wrong where the first record after a moment could have been sealed for two hours. */
export async function lateProblems(db: Queryable, chain: Chain, sealedUntil: Date, now: Date): Promise<string[]> {
  const first = await firstAfter(db, chain, sealedUntil)
  if (!first) return []
  const since = chain === 'orders' ? await sealableSince(db, first) : first
  if (!since || now.getTime() - since.getTime() < LATE_MS) return []
  return [
    `Records of ${chain} from ${first.toISOString()} on were not sealed for two hours. The product seals every hour and at its start: see why it does not.`,
  ]
}

/** When the orders of this moment had all ended; undefined while one of them can still change. */
async function sealableSince(db: Queryable, decidedAt: Date): Promise<Date | undefined> {
  const open = await oldestOpenOrder(db)
  if (open && open <= decidedAt) return undefined
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce(ended_at, decided_at)) as at from orders where decided_at = ${decidedAt}`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function countAfter(db: Queryable, chain: Chain, moment: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(SOURCES[chain].table)} r where ${atOf(chain)} > ${moment}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** When the oldest order was decided that can still change, found by its open position: what follows waits for its end. */
export async function oldestOpenOrder(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(o.decided_at) as at from positions p join orders o on o.position_id = p.id
    where p.closed_at is null and o.ended_at is null`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Lines without their values though no account that they belong to was closed. */
export async function wronglyErased(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from audit_lines l
    where (l.erased_address is not null or l.erased_values is not null) and not exists (
      select from users u where u.status = 'closed' and (u.id = l.actor_id or u.id::text = l.subject_id))
    limit 10`.execute(db)
  return rows.map(({ id }) => id)
}

function leafOf(chain: Chain): RawBuilder<Buffer> {
  return sql`sha256(convert_to(${sql.raw(SOURCES[chain].text)}::text, 'UTF8'))`
}

function atOf(chain: Chain): RawBuilder<Date> {
  return sql.ref(`r.${SOURCES[chain].at}`)
}

function within(chain: Chain, { after, until }: Stretch): RawBuilder<unknown> {
  return sql`from ${sql.table(SOURCES[chain].table)} r where ${atOf(chain)} > ${after} and ${atOf(chain)} <= ${until}`
}
