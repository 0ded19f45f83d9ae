import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { TradeRow } from '../bot-instances/index.ts'

export type ChangeRow = TradeRow & {
  readonly change_id: string
  readonly page_end: string
  readonly page_rows: number
}

/** Whose changes: everybody's, or those of these users. */
type Whose = readonly string[] | 'everybody'

const PAGE_ROWS = 1000

/** The newest change's id, and whether everything after `afterId` is still stored. */
export async function readTop(db: Queryable, afterId: bigint) {
  const { rows } = await sql<{ top: string; is_kept: boolean }>`
    select coalesce(max(id), 0) as top, coalesce(min(id) <= ${String(afterId)}::bigint + 1, false) as is_kept
    from order_changes`.execute(db)
  return { topId: BigInt(rows[0]?.top ?? '0'), isKept: rows[0]?.is_kept ?? false }
}

/**
 * One page of changes between two ids, and the id it reaches. One writer adds them, one transaction at a time, so that
 * ids become visible in order. An order that changed often is sent once, in its current state.
 */
export async function readChanges(db: Queryable, afterId: bigint, topId: bigint, whose: Whose) {
  const users = whose === 'everybody' ? null : whose
  const { rows } = await sql<ChangeRow>`
    with page as (
      select id, order_id from order_changes
      where id > ${String(afterId)}::bigint and id <= ${String(topId)}::bigint
        and (${users}::uuid[] is null or user_id = any (${users}::uuid[]))
      order by id limit ${PAGE_ROWS}
    ), newest as (
      select order_id, max(id) as change_id, max(max(id)) over () as page_end, (sum(count(*)) over ())::int as page_rows
      from page group by order_id
    )
    select o.*, b.name as bot_name, n.change_id, n.page_end, n.page_rows
    from newest n
    join orders o on o.id = n.order_id
    join user_bots b on b.id = o.user_bot_id
    order by n.change_id`.execute(db)
  const isFull = rows[0]?.page_rows === PAGE_ROWS
  return { changes: rows, upToId: isFull ? BigInt(rows[0]?.page_end ?? topId) : topId }
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
