import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { type HostingRefusal, type HostingRule, hostingRefusalsSql, hostingSentence } from './hosting-refusals.ts'

type News = {
  /** Names the event: nobody is told of it twice. */
  readonly key: string
  readonly why: string
  readonly now: Date
  /** Only owners of bots that one of these stops; all without it. */
  readonly rules?: readonly HostingRule[]
}

/** Tells the owner of every live bot that may open nothing now, through the jobs of the caller's transaction. */
export async function tellRefusedOwners(tx: Tx, { key, why, now, rules }: News): Promise<void> {
  const { rows } = await sql<{ id: string; refusals: readonly HostingRefusal[] }>`
    select b.id, ${hostingRefusalsSql(now)} as refusals from user_bots b
    where b.mode = 'live' and b.status in ('running', 'paused') and b.archived_at is null
    order by b.id`.execute(tx)
  for (const { id, refusals } of rows) {
    const [refusal] = refusals.filter(({ rule }) => rules === undefined || rules.includes(rule))
    if (!refusal) continue
    const sentence = `${why} No new positions are opened, what is open is still watched and closed. ${hostingSentence(refusal)}`
    await addJob(tx, 'notify_user', { userBotId: id, kind: 'HOSTING', sentence }, `${key}:${id}`)
  }
}
