import type { readTradingStatus as spec } from '@trading-bot/contract/rest/trading/analytics'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { SHARD_LOCK } from '../../platform/db/locks.ts'
import { marketSessionAt } from '../market-calendar/index.ts'

export const readTradingStatus: UseCase<typeof spec> = async ({ db, clock, config, calendar }) => {
  const now = clock.now()
  const session = marketSessionAt(calendar, now.getTime())
  // An answer also proves that the database is healthy.
  const isTraded = await hasEngine(db)
  return {
    market: {
      is_open: session.is_open,
      is_simulated: config.demo,
      note: session.note,
      closes_at: session.closes_at,
    },
    database: 'healthy',
    scheduler: isTraded ? 'active' : 'stopped',
    as_of: now.toISOString(),
  }
}

/** An engine holds such a lock for each of its shards (engine-adapters/store/pg-seat.ts). */
export async function hasEngine(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = ${SHARD_LOCK} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())) as is_held`.execute(db)
  return rows[0]?.is_held ?? false
}
