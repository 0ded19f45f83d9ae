import type { Engines, listEngines as spec } from '@trading-bot/contract/rest/operations/engines'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { LEASE_HOLDER_LOCK, SHARD_LOCK } from '../../../platform/db/locks.ts'
import { countShards, LOCKS, RUNNING_BOTS } from './count-shards.ts'

type Row = {
  number: number
  name: string
  zone: string | null
  capacity: number
  addresses: string[]
  joined_at: Date
  silent_ms: number
  rests_until: Date | null
  shards: number
  bots: number
  last_takeover_at: Date | null
}

/** By the locks of the sessions, not by the rows that engines wrote: what was killed is gone from here at once. */
export const listEngines: UseCase<typeof spec> = async ({ db }): Promise<Engines> => {
  const { rows: engines } = await sql<Row>`
    with locks as materialized (${LOCKS}), bots as materialized (${RUNNING_BOTS})
    select e.number, e.name, e.zone, e.capacity, array(select host(a) from unnest(e.addresses) as a) as addresses,
      e.joined_at,
      greatest(0, extract(epoch from clock_timestamp() - a.state_change) * 1000)::integer as silent_ms,
      -- As the engines themselves decide it: of all that rest, the one that has rested most trades.
      case when e.rests_until > now() and row_number() over (order by greatest(e.rests_until, now()), e.number) > 1
        then e.rests_until end as rests_until,
      count(l.shard_id)::integer as shards, coalesce(sum(b.bots), 0)::integer as bots,
      max(l.taken_at) as last_takeover_at
    from locks holder
    join engines e on e.number = holder.number
    join pg_stat_activity a on a.pid = holder.pid
    left join locks held on held.kind = ${SHARD_LOCK} and held.pid = holder.pid
    left join shard_leases l on l.shard_id = held.number
    left join bots b on b.shard_id = held.number
    where holder.kind = ${LEASE_HOLDER_LOCK}
    group by e.number, a.state_change
    order by e.number`.execute(db)
  const { last_takeover_at, ...counts } = await countShards(db)
  return {
    ...counts,
    last_takeover_at: last_takeover_at?.toISOString() ?? null,
    engines: engines.map((engine) => ({
      ...engine,
      joined_at: engine.joined_at.toISOString(),
      rests_until: engine.rests_until?.toISOString() ?? null,
      last_takeover_at: engine.last_takeover_at?.toISOString() ?? null,
    })),
  }
}
