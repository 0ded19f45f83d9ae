import type { Db } from '../../platform/db/client.ts'

const MONTH_MS = 30 * 86_400_000

/** Forgets dead codes, and messages that arrived or never will. */
export async function tidyTelegram(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('telegram_codes').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('telegram_messages')
    .where('created_at', '<', new Date(now.getTime() - MONTH_MS))
    .where('state', '<>', 'queued')
    .execute()
}
