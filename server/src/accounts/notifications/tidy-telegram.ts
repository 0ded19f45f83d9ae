import type { Db } from '../../platform/db/client.ts'

const MONTH_MS = 30 * 86_400_000

/** Deletes expired codes, and messages that were delivered or never will be. */
export async function tidyTelegram(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('telegram_codes').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('telegram_messages')
    .where('created_at', '<', new Date(now.getTime() - MONTH_MS))
    .where('state', '<>', 'queued')
    .execute()
}
