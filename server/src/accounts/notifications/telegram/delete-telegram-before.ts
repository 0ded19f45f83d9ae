import type { Queryable } from '../../../platform/db/client.ts'

/** Deletes expired codes, and messages that were delivered or never will be. */
export async function deleteTelegramBefore(db: Queryable, before: Date): Promise<bigint> {
  const codes = await db.deleteFrom('telegram_codes').where('expires_at', '<', before).executeTakeFirst()
  const messages = await db
    .deleteFrom('telegram_messages')
    .where('created_at', '<', before)
    .where('state', '<>', 'queued')
    .executeTakeFirst()
  return codes.numDeletedRows + messages.numDeletedRows
}
