import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { isValidSql } from '../../../billing/subscriptions/index.ts'

export type StandingSwitch = {
  readonly scope: 'platform' | 'strategy' | 'user' | 'bot'
  readonly reason: string
  readonly until: Date | null
}

/** The kill switches that block this user's bots now, except those for an ended plan's bot. */
export async function listSwitches(db: Queryable, userId: string, now: Date): Promise<StandingSwitch[]> {
  const { rows } = await sql<StandingSwitch>`
    with own as (
      select b.id, b.strategy_id from user_bots b join subscriptions s on s.id = b.subscription_id
      where b.user_id = ${userId} and b.archived_at is null and ${isValidSql(now)}
    )
    select k.scope, k.reason, k.until from kill_switches k
    where k.lifted_at is null and (k.until is null or k.until > ${now})
      and (k.scope = 'platform' or k.subject_id = ${userId}
        or k.subject_id in (select id from own union select strategy_id from own))
    order by k.set_at desc`.execute(db)
  return rows
}
