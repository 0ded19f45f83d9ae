import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'

type Stopped = { readonly id: string; readonly user_id: string; readonly name: string }

/**
 * The plan has ended: its bot instance and the copies of it stop in the transaction that ends it. Entries stop at once;
 * the engine keeps an instance with open positions until stop, target or square-off has closed them.
 */
export async function stopInstances(tx: Tx, subscriptionId: string, reason: string, now: Date): Promise<void> {
  const { rows } = await sql<Stopped>`
    update user_bots set status = 'stopped', status_reason = ${reason}, stopped_at = ${now}, updated_at = ${now}
    where subscription_id = ${subscriptionId} and status <> 'stopped'
    returning id, user_id, name, pg_notify('user_bots', id::text)`.execute(tx)
  for (const { id, user_id: userId, name } of rows) {
    const message = `${name}: stopped. ${reason}`
    await recordLog(tx, now, { level: 'INFO', category: 'bot', message, userId, details: { user_bot_id: id } })
  }
}
