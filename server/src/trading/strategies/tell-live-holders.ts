import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'

type Deployed = { readonly id: string; readonly name: string }

/** A live bot keeps its version until its owner has accepted the newer one: the owner is told that there is one. */
export async function tellLiveHolders(tx: Tx, { id, name }: Deployed, version: number): Promise<void> {
  await sql`
    select graphile_worker.add_job('notify_user',
      json_build_object('userBotId', b.id, 'kind', 'VERSION_OUT', 'sentence',
        ${`Version ${version} of ${name} is out. Your bot keeps version `}::text || b.version
        || ${` until you have read how version ${version} decides, accepted it and taken it over.`}::text),
      job_key := 'version:' || b.id || ${`:${version}`}::text, max_attempts := 10)
    from user_bots b
    where b.strategy_id = ${id} and b.mode = 'live' and b.status in ('running', 'paused')
      and b.archived_at is null and b.ended_at is null and b.version <> ${version}
      and not sheet_accepted(b.user_id, b.strategy_id, ${version})`.execute(tx)
}
