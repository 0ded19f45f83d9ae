import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'

const SwitchJob = z.object({ switchId: z.string() })

/** Notifies the owner of every bot that a switch stops; in a separate job, so that no switch waits for it. */
export async function notifyOfSwitch({ db }: Deps, payload: unknown): Promise<void> {
  const { switchId } = SwitchJob.parse(payload)
  await sql`
    select graphile_worker.add_job('notify_user',
      json_build_object('userBotId', b.id, 'kind', 'SWITCHED_OFF',
        'sentence', 'No new positions are opened, what is open is still watched. The reason given: ' || k.reason),
      job_key := 'switch:' || k.id || ':' || b.id, max_attempts := 10)
    from kill_switches k
    join user_bots b on b.status in ('running', 'paused') and b.archived_at is null
      and (k.scope = 'platform' or k.subject_id in (b.strategy_id, b.user_id, b.id))
    where k.id = ${switchId} and k.lifted_at is null`.execute(db)
}
