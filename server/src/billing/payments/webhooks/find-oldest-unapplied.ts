import type { Queryable } from '../../../platform/db/client.ts'

/** When the oldest stored event arrived that is not applied yet; null if all are. */
export async function findOldestUnapplied(db: Queryable): Promise<Date | null> {
  const row = await db
    .selectFrom('payment_events')
    .select('received_at')
    .where('applied_at', 'is', null)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}
