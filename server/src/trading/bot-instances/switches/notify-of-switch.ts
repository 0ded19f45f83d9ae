import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'

const SwitchJob = z.object({ switchId: z.string() })

/**
 * Notifies the owner of every bot that a switch stops, or stopped until it was lifted; in a separate job, so that no
 * switch waits for it. A lift is no news to whom another switch still stops.
 */
export async function notifyOfSwitch({ db, clock }: Deps, payload: unknown): Promise<void> {
  const { switchId } = SwitchJob.parse(payload)
  await sql`
    select graphile_worker.add_job('notify_user',
      json_build_object('userBotId', b.id,
        'kind', case when k.lifted_at is null then 'SWITCHED_OFF' else 'SWITCHED_ON' end,
        'sentence', case when k.lifted_at is null
          then 'No new positions are opened, what is open is still watched. The reason given: ' || k.reason
          else 'New positions may be opened again. They had been stopped for this reason: ' || k.reason end),
      job_key := 'switch:' || k.id || ':' || b.id || case when k.lifted_at is null then '' else ':lifted' end,
      max_attempts := 10)
    from kill_switches k
    join user_bots b on b.status in ('running', 'paused') and b.archived_at is null
      and (k.scope = 'platform' or k.subject_id in (b.strategy_id, b.user_id, b.id))
    where k.id = ${switchId} and not (k.lifted_at is not null and exists (
      select from kill_switches other
      where other.lifted_at is null and (other.until is null or other.until > ${clock.now()})
        and (other.scope = 'platform' or other.subject_id in (b.strategy_id, b.user_id, b.id))))`.execute(db)
}
