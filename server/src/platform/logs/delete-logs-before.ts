import type { Queryable } from '../db/client.ts'

export async function deleteLogsBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('system_logs').where('created_at', '<', before).executeTakeFirst()).numDeletedRows
}
