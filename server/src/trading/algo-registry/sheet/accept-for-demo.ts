import { sql } from 'kysely'
import type { Deps } from '../../../platform/http/context.ts'

/** The demo's user has accepted how every bot on offer decides, once: newer versions are asked for like everybody's. */
export async function acceptForDemo({ db, clock }: Pick<Deps, 'db' | 'clock'>, username: string): Promise<void> {
  await sql`
    insert into sheet_acceptances (user_id, logic_hash, strategy_id, version, accepted_at)
    select u.id, v.logic_hash, v.bot_id, v.number, ${clock.now()}
    from users u, bots b join bot_versions v on v.bot_id = b.id and v.number = b.deployed_version
    where u.username = ${username} and v.runs_as = 'native' and v.logic_hash is not null
      and not exists (select from sheet_acceptances a where a.user_id = u.id)
    on conflict do nothing`.execute(db)
}
