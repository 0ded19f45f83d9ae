import type { readUserRecords as spec, UserRecords } from '@trading-bot/contract/rest/operations/user-page'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listAuditOf, listLogsOf } from '../logs/index.ts'

const SHOWN = 50

export const readUserRecords: UseCase<typeof spec> = async ({ db }, { id }) => {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  if (!user) return refuse('NOT_FOUND')
  const [logs, audit, mails] = await Promise.all([
    listLogsOf(db, id, SHOWN),
    listAuditOf(db, id, SHOWN),
    listMailsTo(db, user.email),
  ])
  return { logs, audit, mails }
}

async function listMailsTo(db: Queryable, email: string): Promise<UserRecords['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'subject', 'state', 'created_at', 'sent_at'])
    .where(sql`lower(recipient)`, '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, subject, state, created_at, sent_at }) => ({
    id,
    subject,
    state: state as UserRecords['mails'][number]['state'],
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  }))
}
