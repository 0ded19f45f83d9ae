import type { Deps } from '../http/context.ts'
import { recordLog } from '../logs/record-log.ts'

const DAY_MS = 86_400_000
/** The sending job's 25 attempts take four and a half days; after a week nothing retries. */
const EXPIRY_DAYS = 7
const KEPT_DAYS = 90

/** Expires mails that could not be sent, clears their text, and deletes old rows. */
export async function tidyMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.transaction().execute(async (tx) => {
    const expired = await tx
      .updateTable('mails')
      .set({ state: 'failed', sealed_text: null, text: null })
      .where('state', '=', 'queued')
      .where('created_at', '<', daysAgo(EXPIRY_DAYS))
      .executeTakeFirst()
    if (expired.numUpdatedRows === 0n) return
    const message = `Mails that could not be delivered within ${EXPIRY_DAYS} days: ${expired.numUpdatedRows}`
    await recordLog(tx, now, { level: 'WARNING', category: 'system', message })
  })
  await db.deleteFrom('mails').where('created_at', '<', daysAgo(KEPT_DAYS)).execute()
}
