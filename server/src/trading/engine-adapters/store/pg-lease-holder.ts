import { hostname } from 'node:os'
import { CONFIRM_EVERY_MS, LEASE_TRUST_MS } from '@trading-bot/engine/live/book/leases/confirm-leases'
import { fairShare, type Lease, type LeaseHolder } from '@trading-bot/engine/live/book/leases/lease'
import { patienceMs, restMs } from '@trading-bot/engine/live/book/leases/takeover-patience'
import { watchSilence } from '@trading-bot/engine/live/book/leases/watch-silence'
import type { Clock } from '@trading-bot/engine/ports/clock'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import type pg from 'pg'
import { LEASE_HOLDER_LOCK, SHARD_LOCK } from '../../../platform/db/locks.ts'
import { countLostLeases, endSilentSessions, recentTakeovers, type SilentSession } from '../../takeovers/index.ts'

/** What the others and the operator see of an engine. */
export type EngineAnnouncement = {
  /** Registered addresses of its machine, from which no engine elsewhere can send. */
  readonly addresses: readonly string[]
  readonly zone: string | null
  /** How many parts of the accounts it takes where an engine of capacity 1 takes one. */
  readonly capacity: number
}

const NOTHING_SPECIAL: EngineAnnouncement = { addresses: [], zone: null, capacity: 1 }

/** Three times the time that an engine trusts its lease without a confirmation. */
const LEAST_PATIENCE_MS = 3_000

/**
 * An engine holds its leases in a database session of its own. It holds a lock for the engine and one for each shard, which end
 * with the process at once. An engine that is silent for too long, because it was paused or cut off, is ended by the
 * others, and rests after it has come back; the fences outlive all of them. Of free shards those come first whose
 * accounts trade from the engine's own registered addresses, where there are any.
 */
export async function holdLeases(
  pool: pg.Pool,
  onLost: () => void,
  announcement: EngineAnnouncement = NOTHING_SPECIAL,
  { monotonicMs }: Pick<Clock, 'monotonicMs'> = systemClock,
): Promise<LeaseHolder> {
  const { addresses, capacity } = announcement
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
    const number = await joinEngines(client, announcement)
    const silence = watchSilence(CONFIRM_EVERY_MS)
    return {
      async confirm(leases) {
        const askedMs = monotonicMs()
        const view = (await client.query<ViewRow>(VIEW, [number, addresses])).rows[0]!
        const signs = new Map(view.others.map(({ pid, sign }) => [pid, sign]))
        await endSilentEngines(client, view, silence.look({ askedMs, answeredMs: monotonicMs(), signs }))
        const fenceOf = new Map(view.fences)
        const isStillOurs = leases.every(({ shard, fence }) => fenceOf.get(shard) === fence)
        const share = view.rests ? 0 : fairShare(capacity, view.capacityOfAll)
        return { share, held: view.held, free: view.free, isStillOurs }
      },
      claim: (shards) => claimShards(client, number, shards),
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

/** The engine's number; one that lost its leases for silence lately joins to rest. */
async function joinEngines(client: pg.PoolClient, { addresses, zone, capacity }: EngineAnnouncement): Promise<number> {
  const name = `${hostname()}:${process.pid}`
  const forMs = restMs(await countLostLeases(client, name))
  const { rows } = await client.query<{ number: number }>(JOIN, [name, addresses, zone, capacity, forMs])
  return rows[0]!.number
}

async function endSilentEngines(
  client: pg.PoolClient,
  { others, takeovers }: ViewRow,
  silences: ReadonlyMap<number, number>,
): Promise<void> {
  const leastMs = patienceMs(LEAST_PATIENCE_MS, takeovers)
  const silent = others.filter(({ pid }) => (silences.get(pid) ?? 0) >= leastMs)
  if (silent.length > 0) await endSilentSessions(client, 'engine', silent)
}

async function claimShards(
  client: pg.PoolClient,
  number: number,
  shards: readonly number[],
): Promise<readonly Lease[]> {
  // In a statement of its own: what is read after it includes the last confirmation of the holder before.
  const { rows } = await client.query<{ shard: number }>(LOCK, [shards])
  const locked = rows.map(({ shard }) => shard)
  if (locked.length === 0) return []
  const claimed = await client.query<ClaimedRow>(CLAIM, [locked, number, LEASE_TRUST_MS])
  return claimed.rows.map((row): Lease => ({ ...row, fence: Number(row.fence) }))
}

// Both numbers of a lock with two keys stand in pg_locks as they were given.
const JOIN = `
  with joined as (
    insert into engines (name, addresses, zone, capacity, rests_until)
    values ($1, $2::inet[], $3, $4,
      case when $5::integer > 0 then clock_timestamp() + $5 * interval '1 millisecond' end)
    returning number
  )
  select number from joined, lateral (select pg_advisory_lock(${LEASE_HOLDER_LOCK}, number)) as lock`

type ViewRow = {
  capacityOfAll: number
  rests: boolean
  held: number[]
  free: number[]
  fences: [number, number][]
  /** Sessions that wait for their engine to ask something, of engines whose silence would harm. */
  others: Required<SilentSession>[]
  takeovers: number
}

const LOCKS = `
  locks as materialized (
    select classid::bigint as kind, objid::integer as number, pid from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid in (${LEASE_HOLDER_LOCK}, ${SHARD_LOCK})
      and database = (select oid from pg_database where datname = current_database())
  )`

// The session's own activity is its sign of life to the living. What is written tells those who take over how long the
// engine may trust this answer, which it counts from before it asked. While all engines rest, the one that has rested most
// takes everything.
const VIEW = `
  with ${LOCKS}, holders as materialized (
    select number, pid, capacity,
      coalesce(rests_until > now(), false)
        and row_number() over (order by greatest(rests_until, now()), number) > 1 as rests
    from locks join engines using (number) where kind = ${LEASE_HOLDER_LOCK}
  ), confirmed as (
    update engines set confirmed_at = clock_timestamp() where number = $1
  )
  select (select sum(capacity)::integer from holders where not rests) as "capacityOfAll",
    (select rests from holders where number = $1) as rests,
    array(select number from locks where kind = ${SHARD_LOCK} and pid = pg_backend_pid()) as held,
    array(select shard_id::integer from shard_leases left join (
        select b.shard_id, count(*) as accounts from user_bots b join users u on u.id = b.user_id
        where b.mode = 'live' and b.status = 'running' and u.outbound_address = any ($2::inet[])
        group by b.shard_id
      ) as near using (shard_id)
      where shard_id not in (select number from locks where kind = ${SHARD_LOCK})
      order by coalesce(accounts, 0) desc, shard_id) as free,
    coalesce((select jsonb_agg(jsonb_build_array(shard_id, fence)) from shard_leases where engine = $1), '[]') as fences,
    coalesce((select jsonb_agg(jsonb_build_object('pid', pid, 'engine', number, 'sign', state_change::text))
      from holders join pg_stat_activity a using (pid)
      where number <> $1 and state = 'idle'
        and (not rests or pid in (select pid from locks where kind = ${SHARD_LOCK}))), '[]') as others,
    ${recentTakeovers('engine')} as takeovers`

const NEARER_ELSEWHERE = `
  with ${LOCKS}, others as materialized (
    select unnest(e.addresses) as address from locks join engines e using (number)
    where kind = ${LEASE_HOLDER_LOCK} and number <> $1
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

type ClaimedRow = { shard: number; fence: string; untilSafeMs: number }

const LOCK = `select shard from unnest($1::integer[]) as shard where pg_try_advisory_lock(${SHARD_LOCK}, shard)`

// A claim leaves its own time of waiting to the next one: whoever dies or lets go while it waits has made nothing safe.
// Never more than the whole time, should the database's clock have been set back.
const CLAIM = `
  with before as materialized (
    select shard_id, least(
      greatest(safe_at, case when engine is not null then coalesce(confirmed_at, now()) + trust end),
      now() + trust) as safe_at
    from shard_leases left join engines on number = engine, lateral (select $3 * interval '1 millisecond' as trust) as t
    where shard_id = any ($1)
  )
  update shard_leases l set fence = fence + 1, engine = $2, taken_at = clock_timestamp(), safe_at = before.safe_at
  from before where l.shard_id = before.shard_id
  returning l.shard_id::integer as shard, l.fence,
    greatest(ceil(extract(epoch from l.safe_at - now()) * 1000), 0)::integer as "untilSafeMs"`

const LEAVE = `
  with gone as (update engines set left_at = clock_timestamp() where number = $1)
  update shard_leases set engine = null where engine = $1`
