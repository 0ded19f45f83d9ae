import type { listAudit as spec } from '@trading-bot/contract/rest/operations/logs'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const listAudit: UseCase<typeof spec> = async (
  { db },
  { limit, before, actor_id, subject_kind, subject_id },
) => {
  const rows = await db
    .selectFrom('audit_lines')
    .leftJoin('users', 'users.id', 'audit_lines.actor_id')
    .select(['audit_lines.id', 'at', 'action', 'actor_id', 'users.email', 'subject_kind', 'subject_id'])
    .select(['before', 'after', 'address'])
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id as string))
    .$if(subject_kind !== undefined, (query) => query.where('subject_kind', '=', subject_kind as string))
    .$if(subject_id !== undefined, (query) => query.where('subject_id', '=', subject_id as string))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(audit_lines.at, audit_lines.id) < (select at, id from audit_lines where id = ${before})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_lines.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id && row.email ? { id: row.actor_id, email: row.email } : null,
    subject: { kind: row.subject_kind, id: row.subject_id },
    before: row.before,
    after: row.after,
    address: row.address,
  }))
}
