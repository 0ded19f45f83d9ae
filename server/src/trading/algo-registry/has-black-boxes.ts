import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** Whether a strategy that users can have, or still run, trades without disclosing its logic. */
export async function hasBlackBoxes(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select from algo_registrations a
    join bot_versions v on v.logic_hash = a.logic_hash
    join bots b on b.id = v.bot_id
    where a.kind = 'black_box' and a.state in ('registered', 'suspended')
      and (b.archived_at is null and b.deployed_version = v.number or exists (
        select from user_bots u
        where u.strategy_id = v.bot_id and u.version = v.number and u.status <> 'stopped' and u.archived_at is null))
    limit 1`.execute(db)
  return rows.length > 0
}
