import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Sessions } from '../../../platform/db/tables.ts'

export type SessionRow = Selectable<Sessions>
type EndReason = 'signed-out' | 'password' | 'token-reuse' | 'suspended' | 'ended-by-admin' | 'closed'
export type NewSession = Pick<SessionRow, 'id' | 'user_id' | 'remember_me' | 'device' | 'address' | 'expires_at'>

/** A query, so that a use case can run it inside a larger statement. */
export function insertSession(db: Queryable, session: NewSession, now: Date) {
  return db.insertInto('sessions').values({ ...session, created_at: now, last_used_at: now, authenticated_at: now })
}

export async function findLiveSession(db: Queryable, id: string, now: Date): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

export async function listLiveSessions(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute()
}

export async function advanceSession(
  db: Queryable,
  id: string,
  step: { generation: number; expires_at: Date; rotated_at: Date | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ...step, last_used_at: now })
    .where('id', '=', id)
    .execute()
}

export async function markAuthenticated(db: Queryable, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: now }).where('id', '=', id).execute()
}

/** Returns how many sessions ended now; already ended ones do not count. */
export async function endSessions(
  db: Queryable,
  which: { id?: string; userId?: string },
  reason: EndReason,
  now: Date,
): Promise<number> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('ended_at', 'is', null)
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id as string))
    .$if(which.userId !== undefined, (query) => query.where('user_id', '=', which.userId as string))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
