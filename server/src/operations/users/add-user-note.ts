import { refuse } from '@trading-bot/contract/rest/refusals'
import type { addUserNote as spec, UserNote } from '@trading-bot/contract/rest/operations/user-page'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { newId } from '../../platform/ids.ts'
import { lockUser } from './user-store.ts'

/** The audit line says that there is a note, not what it says: the text goes when the account is closed. */
export const addUserNote: UseCase<typeof spec> = async (context, { id: user_id, text }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const user = await lockUser(tx, user_id)
    if (!user) return refuse('NOT_FOUND')
    if (user.status === 'closed') return refuse('ACCOUNT_CLOSED')
    const id = newId(now)
    await tx.insertInto('user_notes').values({ id, user_id, author_id: actor.userId, text, created_at: now }).execute()
    await recordAudit(tx, context, {
      action: 'user.note-added',
      subject: { kind: 'user', id: user_id },
      after: { note_id: id },
    })
    const [note] = await listUserNotes(tx, user_id, 1)
    return note ?? refuse('NOT_FOUND')
  })
}

export async function listUserNotes(db: Queryable, userId: string, limit: number): Promise<UserNote[]> {
  const rows = await db
    .selectFrom('user_notes')
    .innerJoin('users as author', 'author.id', 'user_notes.author_id')
    .select(['user_notes.id', 'text', 'author.email as author', 'user_notes.created_at'])
    .where('user_id', '=', userId)
    .orderBy('user_notes.created_at', 'desc')
    .orderBy('user_notes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, ...note }) => ({ ...note, created_at: created_at.toISOString() }))
}
