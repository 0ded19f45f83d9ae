import { type RawBuilder, sql } from 'kysely'
import { nameAt } from '../../platform/db/former-names.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { TradeRow } from '../bot-instances/index.ts'

export type ChangeRow = TradeRow & { readonly change_id: string }

/** Whose changes: everybody's, or those of these users. */
export type Whose = readonly string[] | 'everybody'

/** A moment of the database: what was committed then, and the newest change. */
export type Moment = { readonly snapshot: string; readonly topId: bigint }

const PAGE_ROWS = 1000
// The longest that a change may wait for its commit while later ones overtake it; the engine's transactions take less
// than a second.
const OVERTAKEN = sql`interval '10 seconds'`
/** So many ids at most are looked through for changes that were overtaken. */
export const MOST_OVERTAKING = 20_000n

export async function readMoment(db: Queryable): Promise<Moment> {
  const { rows } = await sql<{ snapshot: string; top: string }>`
    select pg_current_snapshot()::text as snapshot, coalesce(max(id), 0) as top from order_changes`.execute(db)
  return { snapshot: rows[0]!.snapshot, topId: BigInt(rows[0]!.top) }
}

/** Whether everything after an id is still stored. */
export async function isKeptSince(db: Queryable, afterId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is_kept: boolean }>`
    select coalesce(min(id) <= ${String(afterId)}::bigint + 1, false) as is_kept from order_changes`.execute(db)
  return rows[0]?.is_kept ?? false
}

/**
 * What was committed between two moments, page by page. Several engines write, each over several connections, so that an
 * id may be committed after a higher one: the snapshots tell what is new, and `aboveId` only where to look.
 */
export function readCommitted(
  db: Queryable,
  { from, until, aboveId, whose }: { from: string; until: string; aboveId: bigint; whose: Whose },
): AsyncGenerator<readonly ChangeRow[]> {
  return readPages(
    db,
    aboveId,
    whose,
    sql<boolean>`
    pg_visible_in_snapshot(x.id, ${until}::pg_snapshot) and not pg_visible_in_snapshot(x.id, ${from}::pg_snapshot)`,
  )
}

/**
 * What a client has missed that received a change last and was away until a moment. Changes that this one may have
 * overtaken are sent too, perhaps for the second time: an event is an order's current state.
 */
export function readMissed(
  db: Queryable,
  { lastId, until, whose }: { lastId: bigint; until: string; whose: Whose },
): AsyncGenerator<readonly ChangeRow[]> {
  const last = sql`${String(lastId)}::bigint`
  return readPages(
    db,
    lastId - MOST_OVERTAKING,
    whose,
    sql<boolean>`
    pg_visible_in_snapshot(x.id, ${until}::pg_snapshot) and (c.id > ${last}
      or (c.id < ${last} and c.at > (select at from order_changes where id = ${last}) - ${OVERTAKEN}))`,
  )
}

/** An order that changed often is sent once a page, in its current state. */
async function* readPages(db: Queryable, aboveId: bigint, whose: Whose, isWanted: RawBuilder<boolean>) {
  const users = whose === 'everybody' ? null : whose
  for (let afterId = aboveId; ; ) {
    // A row names its transaction by the lower half of the number.
    const { rows } = await sql<ChangeRow & { page_end: string; page_rows: number }>`
      with page as (
        select c.id, c.order_id from order_changes c
        cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) s
        cross join lateral (select (s.next - ((s.next - c.xmin::text::bigint) & 4294967295))::text::xid8 as id) x
        where c.id > ${String(afterId)}::bigint and (${users}::uuid[] is null or c.user_id = any (${users}::uuid[]))
          and ${isWanted}
        order by c.id limit ${PAGE_ROWS}
      ), newest as (
        select order_id, max(id) as change_id, max(max(id)) over () as page_end, (sum(count(*)) over ())::int as page_rows
        from page group by order_id
      )
      select o.*, ${nameAt('b', 'o.decided_at')} as bot_name, n.change_id, n.page_end, n.page_rows
      from newest n
      join orders o on o.id = n.order_id
      join user_bots b on b.id = o.user_bot_id
      order by n.change_id`.execute(db)
    yield rows
    if (rows[0]?.page_rows !== PAGE_ROWS) return
    afterId = BigInt(rows[0].page_end)
  }
}

export async function ownersOf(db: Queryable, botIds: readonly string[]) {
  return db.selectFrom('user_bots').select(['id', 'user_id']).where('id', 'in', botIds).execute()
}

/** Valid sessions, with the current role of their users. */
export async function goodSessions(db: Queryable, ids: readonly string[], now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.is_admin'])
    .where('sessions.id', 'in', ids)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .execute()
}

/** Browsers that were away longer reload everything. */
export async function deleteChangesBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('order_changes').where('at', '<', before).executeTakeFirst()).numDeletedRows
}
