import type { Queryable } from '../../platform/db/client.ts'

export async function deleteAlertsBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('sent_alerts').where('sent_at', '<', before).executeTakeFirst()).numDeletedRows
}
