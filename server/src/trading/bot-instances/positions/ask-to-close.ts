import { sql } from 'kysely'
import type { AuditScene } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'

/**
 * Records a request for every open position of the bots, in the caller's transaction: an engine that starts later reads
 * the requests, as one that runs does. A position that was asked for before keeps its first request.
 */
export async function askToClose(tx: Tx, { actor, clock }: AuditScene, botIds: readonly string[]): Promise<void> {
  await sql`
    insert into position_close_requests (position_id, user_bot_id, requested_by, requested_at)
    select p.id, p.user_bot_id, coalesce(${actor?.userId ?? null}::uuid, b.user_id), ${clock.now()}
    from positions p join user_bots b on b.id = p.user_bot_id
    where b.id = any(${botIds}::uuid[]) and p.closed_at is null
    on conflict do nothing`.execute(tx)
}
