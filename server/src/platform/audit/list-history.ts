import type { HistoryLine } from '@trading-bot/contract/rest/billing/subscription-reports'
import type * as z from 'zod/mini'
import type { Queryable } from '../db/client.ts'

type Subject = { readonly kind: string; readonly id: string }

/** The audit lines of these entities, newest first. */
export async function listHistory(
  db: Queryable,
  subjects: readonly Subject[],
  limit: number,
): Promise<z.infer<typeof HistoryLine>[]> {
  const rows = await db
    .selectFrom('audit_lines')
    .leftJoin('users', 'users.id', 'audit_lines.actor_id')
    .select(['audit_lines.id', 'at', 'action', 'before', 'after', 'users.id as actor_id', 'users.email'])
    .where((each) =>
      each.or(subjects.map(({ kind, id }) => each.and([each('subject_kind', '=', kind), each('subject_id', '=', id)]))),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_lines.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, action, before, after, actor_id, email }) => ({
    id,
    at: at.toISOString(),
    action,
    actor: actor_id && email ? { id: actor_id, email } : null,
    before,
    after,
  }))
}
