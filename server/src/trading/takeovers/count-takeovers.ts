import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { TakeoverRole } from './end-silent-sessions.ts'

/** How many sessions of each role others have ended for silence within the last ten minutes. */
export async function countTakeovers(db: Queryable): Promise<Record<TakeoverRole, number>> {
  const { rows } = await sql<Record<TakeoverRole, number>>`
    select count(*) filter (where role = 'engine')::integer as engine,
      count(*) filter (where role = 'feed')::integer as feed
    from takeovers where at > clock_timestamp() - interval '10 minutes'`.execute(db)
  return rows[0]!
}
