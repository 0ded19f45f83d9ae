import type { Complaint, OwnComplaint } from '@trading-bot/contract/rest/operations/complaints'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

export type ComplaintRow = Omit<Complaint, 'received_at' | 'due_at' | 'answered_at' | 'is_overdue'> & {
  readonly received_at: Date
  readonly due_at: Date
  readonly answered_at: Date | null
}

/** What waits for an answer first, by when it is due; then what is answered, newest first. */
export async function readComplaints(
  db: Queryable,
  where: RawBuilder<unknown>,
  part: { readonly limit: number; readonly offset: number },
): Promise<ComplaintRow[]> {
  const { rows } = await sql<ComplaintRow>`
    select c.id, c.number, c.user_id, c.name, c.contact, c.channel, c.category, c.text, c.received_at, c.due_at,
      c.answer, c.answered_at, by.email as answered_by
    from complaints c left join users by on by.id = c.answered_by
    where ${where}
    order by c.answered_at is not null, case when c.answered_at is null then c.due_at end, c.received_at desc, c.id desc
    limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows
}

export async function findComplaint(db: Queryable, id: string): Promise<ComplaintRow | undefined> {
  const [row] = await readComplaints(db, sql`c.id = ${id}`, { limit: 1, offset: 0 })
  return row
}

/** How many there are of the register's kinds. */
export async function countComplaints(
  db: Queryable,
  now: Date,
): Promise<{ all: number; open: number; overdue: number }> {
  const { rows } = await sql<{ all: number; open: number; overdue: number }>`
    select count(*)::int as all, (count(*) filter (where answered_at is null))::int as open,
      (count(*) filter (where answered_at is null and due_at <= ${now}))::int as overdue
    from complaints`.execute(db)
  return rows[0] ?? { all: 0, open: 0, overdue: 0 }
}

export function complaintView(row: ComplaintRow, now: Date): Complaint {
  return {
    ...row,
    received_at: row.received_at.toISOString(),
    due_at: row.due_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
    is_overdue: row.answered_at === null && row.due_at <= now,
  }
}

export function ownComplaintView(row: ComplaintRow): OwnComplaint {
  const { id, number, category, text, answer } = row
  return {
    id,
    number,
    category,
    text,
    answer,
    received_at: row.received_at.toISOString(),
    due_at: row.due_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  }
}

/** What its complainant is told of a closed account stays without the person: the register has to keep it. */
export async function forgetComplainant(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('complaints')
    .set({ name: 'Closed account', contact: '' })
    .where('user_id', '=', userId)
    .execute()
}
