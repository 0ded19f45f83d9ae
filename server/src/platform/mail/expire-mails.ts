import type { Queryable } from '../db/client.ts'
import type { Deps } from '../http/context.ts'
import { recordLog } from '../logs/record-log.ts'

const DAY_MS = 86_400_000
/** The sending job's 25 attempts take four and a half days; after a week nothing retries. */
const EXPIRY_DAYS = 7

/** Expires mails that could not be sent, and clears their text. */
export async function expireMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const lastDay = new Date(now.getTime() - EXPIRY_DAYS * DAY_MS)
  await db.transaction().execute(async (tx) => {
    const expired = await tx
      .updateTable('mails')
      .set({ state: 'failed', sealed_text: null, text: null })
      .where('state', '=', 'queued')
      .where('created_at', '<', lastDay)
      .executeTakeFirst()
    if (expired.numUpdatedRows === 0n) return
    const message = `Mails that could not be delivered within ${EXPIRY_DAYS} days: ${expired.numUpdatedRows}`
    await recordLog(tx, now, { level: 'WARNING', category: 'system', message })
  })
}

export async function deleteMailsBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('mails').where('created_at', '<', before).executeTakeFirst()).numDeletedRows
}
