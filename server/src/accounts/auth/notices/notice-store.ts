import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { AccountNotices } from '../../../platform/db/tables.ts'

export type NoticeRow = Selectable<AccountNotices>

export async function insertNotice(db: Queryable, notice: Omit<NoticeRow, 'dismissed_at'>): Promise<void> {
  await db.insertInto('account_notices').values(notice).execute()
}

export async function listOpenNotices(db: Queryable, userId: string): Promise<NoticeRow[]> {
  return db
    .selectFrom('account_notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('dismissed_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(10)
    .execute()
}

/** False if it does not exist, belongs to another or was dismissed before. */
export async function dismissNotice(db: Queryable, userId: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('account_notices')
    .set({ dismissed_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteNoticesBefore(db: Queryable, before: Date): Promise<bigint> {
  return (await db.deleteFrom('account_notices').where('dismissed_at', '<', before).executeTakeFirst()).numDeletedRows
}
