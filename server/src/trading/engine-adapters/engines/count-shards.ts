import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { LEASE_HOLDER_LOCK, SHARD_LOCK } from '../../../platform/db/locks.ts'

type Counts = {
  readonly shards: number
  readonly unheld_shards: number
  readonly unheld_bots: number
  readonly last_takeover_at: Date | null
}

/** How many of the shards no engine holds, with the running bots in them. */
export async function countShards(db: Queryable): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with locks as materialized (${LOCKS}), bots as materialized (${RUNNING_BOTS})
    select count(*)::integer as shards, count(*) filter (where held.number is null)::integer as unheld_shards,
      coalesce(sum(b.bots) filter (where held.number is null), 0)::integer as unheld_bots,
      max(l.taken_at) as last_takeover_at
    from shard_leases l
    left join locks held on held.kind = ${SHARD_LOCK} and held.number = l.shard_id
    left join bots b on b.shard_id = l.shard_id`.execute(db)
  return rows[0]!
}

/** The engines and shards that sessions hold. */
export const LOCKS = sql`
  select classid::bigint as kind, objid::integer as number, pid from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and classid in (${LEASE_HOLDER_LOCK}, ${SHARD_LOCK})
    and database = (select oid from pg_database where datname = current_database())`

export const RUNNING_BOTS = sql`select shard_id, count(*) as bots from user_bots where status = 'running' group by shard_id`
