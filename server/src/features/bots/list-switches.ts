import { sql } from 'kysely'
import type { Queryable } from '../../db/client.ts'

export type StandingSwitch = {
  readonly scope: 'platform' | 'strategy' | 'user' | 'bot'
  readonly reason: string
  readonly until: Date | null
}

/** The switches that stand in the way of this user's bots now. */
export async function listSwitches(db: Queryable, userId: string, now: Date): Promise<StandingSwitch[]> {
  const { rows } = await sql<StandingSwitch>`
    select k.scope, k.reason, k.until from kill_switches k
    where k.lifted_at is null and (k.until is null or k.until > ${now})
      and (k.scope = 'platform' or k.subject_id = ${userId}
        or k.subject_id in (select id from user_bots where user_id = ${userId} and archived_at is null
                            union select strategy_id from user_bots where user_id = ${userId} and archived_at is null))
    order by k.set_at desc`.execute(db)
  return rows
}
