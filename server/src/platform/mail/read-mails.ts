import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../db/client.ts'
import type { Mails } from '../db/tables.ts'

/** The newest hundred mails, to one address or to all. */
export async function readMails(db: Queryable, to: string | undefined): Promise<Selectable<Mails>[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .$if(to !== undefined, (query) => query.where(sql<string>`lower(recipient)`, '=', to?.toLowerCase() ?? ''))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}
