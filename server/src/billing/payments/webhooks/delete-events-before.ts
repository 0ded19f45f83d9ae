import type { Queryable } from '../../../platform/db/client.ts'

/** What was not applied yet stays, however old. The provider repeats a message for a day, so none comes back. */
export async function deleteEventsBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('payment_events').where('applied_at', '<', before).executeTakeFirst()).numDeletedRows
}
