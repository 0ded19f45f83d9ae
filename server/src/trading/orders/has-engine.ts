import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { SHARD_LOCK } from '../../platform/db/locks.ts'

/** An engine holds such a lock for each of its shards (engine-adapters/store/pg-lease-holder.ts). */
export async function hasEngine(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = ${SHARD_LOCK} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())) as is_held`.execute(db)
  return rows[0]?.is_held ?? false
}
