import { hostname } from 'node:os'
import { fairShare, type Lease, type Seat } from '@trading-bot/engine/live/shards/lease'
import type pg from 'pg'
import { SEAT_LOCK, SHARD_LOCK } from '../../../platform/db/locks.ts'

/** What the others and the operator see of an engine. */
export type EngineAnnouncement = {
  /** Registered addresses of its machine, from which no engine elsewhere can send. */
  readonly addresses: readonly string[]
  readonly zone: string | null
  /** How many parts of the accounts it takes where an engine of capacity 1 takes one. */
  readonly capacity: number
}

const NOTHING_SPECIAL: EngineAnnouncement = { addresses: [], zone: null, capacity: 1 }

/**
 * An engine's seat is a database session of its own. It holds a lock for the engine and one for each shard, which end
 * with the process at once. An engine that is silent for too long, because it was paused or cut off, is ended by the
 * others; the fences outlive all of them. Of free shards those come first whose accounts trade from the engine's own
 * registered addresses, where there are any.
 */
export async function takeSeat(
  pool: pg.Pool,
  onLost: () => void,
  { addresses, zone, capacity }: EngineAnnouncement = NOTHING_SPECIAL,
): Promise<Seat> {
  const client = await pool.connect()
  let isOpen = true
  const close = () => {
    if (isOpen) client.release(true)
    isOpen = false
  }
  client.once('error', () => {
    if (isOpen) onLost()
    close()
  })
  try {
    const name = `${hostname()}:${process.pid}`
    const { rows } = await client.query<{ number: number }>(JOIN, [name, addresses, zone, capacity])
    const { number } = rows[0]!
    return {
      async confirm(leases) {
        const { capacityOfAll, held, free, fences } = (await client.query<ViewRow>(VIEW, [number, addresses])).rows[0]!
        const fenceOf = new Map(fences)
        const isStillOurs = leases.every(({ shard, fence }) => fenceOf.get(shard) === fence)
        return { share: fairShare(capacity, capacityOfAll), held, free, isStillOurs }
      },
      async claim(shards) {
        const claimed = await client.query<ClaimedRow>(CLAIM, [shards, number])
        return claimed.rows.map((row): Lease => ({ ...row, fence: Number(row.fence) }))
      },
      async nearerElsewhere() {
        const { rows: nearer } = await client.query<{ shard: number }>(NEARER_ELSEWHERE, [number, addresses])
        return nearer.map(({ shard }) => shard)
      },
      async release(shards) {
        await client.query('update shard_leases set engine = null where engine = $1 and shard_id = any ($2)', [
          number,
          shards,
        ])
        await client.query('select pg_advisory_unlock($1, shard) from unnest($2::integer[]) as shard', [
          SHARD_LOCK,
          shards,
        ])
      },
      async leave() {
        if (isOpen) await client.query(LEAVE, [number]).catch(() => undefined)
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

// Both numbers of a lock with two keys stand in pg_locks as they were given.
const JOIN = `
  with joined as (
    insert into engines (name, addresses, zone, capacity) values ($1, $2::inet[], $3, $4) returning number
  )
  select number from joined, lateral (select pg_advisory_lock(${SEAT_LOCK}, number)) as seat`

type ViewRow = {
  capacityOfAll: number
  held: number[]
  free: number[]
  fences: [number, number][]
}

/** Three times the time that an engine trusts its lease without a confirmation. */
const SILENT = `interval '3 seconds'`

// The session's own activity is its sign of life, so that nothing is written to tell it.
const LOCKS = `
  locks as materialized (
    select l.classid::bigint as kind, l.objid::integer as number, l.pid,
      a.state = 'idle' and a.state_change < clock_timestamp() - ${SILENT} as is_silent
    from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in (${SEAT_LOCK}, ${SHARD_LOCK})
      and l.database = (select oid from pg_database where datname = current_database())
  )`

const VIEW = `
  with ${LOCKS}, ended as materialized (
    select number, pg_terminate_backend(pid) as is_ended from locks where kind = ${SEAT_LOCK} and is_silent
  )
  select (select sum(e.capacity)::integer from locks join engines e using (number)
      where kind = ${SEAT_LOCK} and number not in (select number from ended where is_ended)) as "capacityOfAll",
    array(select number from locks where kind = ${SHARD_LOCK} and pid = pg_backend_pid()) as held,
    array(select shard_id::integer from shard_leases left join (
        select b.shard_id, count(*) as accounts from user_bots b join users u on u.id = b.user_id
        where b.mode = 'live' and b.status = 'running' and u.outbound_address = any ($2::inet[])
        group by b.shard_id
      ) as near using (shard_id)
      where shard_id not in (select number from locks where kind = ${SHARD_LOCK})
      order by coalesce(accounts, 0) desc, shard_id) as free,
    coalesce((select jsonb_agg(jsonb_build_array(shard_id, fence)) from shard_leases where engine = $1), '[]') as fences`

const NEARER_ELSEWHERE = `
  with ${LOCKS}, others as materialized (
    select unnest(e.addresses) as address from locks join engines e using (number)
    where kind = ${SEAT_LOCK} and number <> $1
  ), accounts as (
    select b.shard_id, u.outbound_address = any ($2::inet[]) as is_ours,
      u.outbound_address in (select address from others) as is_theirs
    from user_bots b join users u on u.id = b.user_id
    where b.mode = 'live' and b.status = 'running'
      and b.shard_id in (select number from locks where kind = ${SHARD_LOCK} and pid = pg_backend_pid())
  )
  select shard_id::integer as shard from accounts group by shard_id
  having bool_or(is_theirs) and not bool_or(is_ours)
  order by count(*) filter (where is_theirs) desc, shard_id`

type ClaimedRow = { shard: number; fence: string; wasAbandoned: boolean }

const CLAIM = `
  with locked as materialized (
    select shard from unnest($1::integer[]) as shard where pg_try_advisory_lock(${SHARD_LOCK}, shard)
  ), before as materialized (
    select shard_id, engine from shard_leases where shard_id in (select shard from locked)
  )
  update shard_leases l set fence = fence + 1, engine = $2, taken_at = clock_timestamp()
  from before where l.shard_id = before.shard_id
  returning l.shard_id::integer as shard, l.fence, before.engine is not null as "wasAbandoned"`

const LEAVE = `
  with gone as (update engines set left_at = clock_timestamp() where number = $1)
  update shard_leases set engine = null where engine = $1`
