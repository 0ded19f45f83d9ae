import type * as api from '@trading-bot/contract/rest/operations/complaints'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { DAY_MS, dayNumberOf, indiaDayStartMs, isoDay, indiaDayNumber } from '@trading-bot/core/time'
import { type Insertable, sql } from 'kysely'
import { notifyAdministrators } from '../../accounts/notifications/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Complaints } from '../../platform/db/tables.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { type ComplaintRow, complaintView, findComplaint, ownComplaintView, readComplaints } from './complaint-store.ts'

// As the privacy notice says.
const ANSWERED_WITHIN_MS = 30 * DAY_MS
// Nobody has more to complain of at once; whoever sends more floods the register.
const MOST_OPEN = 5

export const fileComplaint: UseCase<typeof api.fileComplaint> = async (context, { category, text }) => {
  const { db, clock, actor, config } = context
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if ((await countOpen(tx, actor.userId)) >= MOST_OPEN)
      return refuse('TOO_MANY_COMPLAINTS', { values: { limit: String(MOST_OPEN) } })
    const name = `${user.first_name} ${user.last_name}`.trim()
    const values = { user_id: actor.userId, name, contact: user.email, channel: 'platform', category, text }
    const row = await insert(tx, context, { ...values, received_at: now })
    await postMail(tx, config, now, {
      to: user.email,
      subject: `We have received your complaint no. ${row.number}`,
      text: `You wrote:\n\n${text}\n\nThe grievance officer answers by ${dayOf(row.due_at)}. You find the answer at\n${config.publicUrl}/complaints\n`,
    })
    await notifyAdministrators(tx, config, now, {
      subject: `Complaint no. ${row.number} has come in`,
      text: `It is due by ${dayOf(row.due_at)}.\n\n${config.publicUrl}/admin/compliance?tab=complaints`,
    })
    return ownComplaintView(row)
  })
}

export const listOwnComplaints: UseCase<typeof api.listOwnComplaints> = async ({ db, actor }) => {
  const rows = await readComplaints(db, sql`c.user_id = ${actor.userId}`, { limit: 100, offset: 0 })
  return rows.toSorted((a, b) => b.number - a.number).map(ownComplaintView)
}

/** What came by mail, telephone, letter or a regulator. */
export const recordComplaint: UseCase<typeof api.recordComplaint> = async (context, { received_on, ...fields }) => {
  const now = context.clock.now()
  const received_at = new Date(indiaDayStartMs(dayNumberOf(received_on)))
  if (received_at > now) return refuseFields({ received_on: ['This day has not come yet'] })
  return context.db
    .transaction()
    .execute(async (tx) => complaintView(await insert(tx, context, { ...fields, user_id: null, received_at }), now))
}

type Values = Omit<Insertable<Complaints>, 'id' | 'due_at' | 'received_at'> & { readonly received_at: Date }

async function insert(tx: Tx, context: Context, values: Values): Promise<ComplaintRow> {
  const now = context.clock.now()
  const id = newId(now)
  const due_at = new Date(values.received_at.getTime() + ANSWERED_WITHIN_MS)
  await tx
    .insertInto('complaints')
    .values({ ...values, id, due_at })
    .execute()
  const row = await findComplaint(tx, id)
  if (!row) throw new Error(`complaint ${id} was not saved`)
  await recordAudit(tx, context, {
    action: 'complaint.received',
    subject: { kind: 'complaint', id },
    after: { number: row.number, channel: row.channel, category: row.category },
  })
  return row
}

async function countOpen(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from complaints where user_id = ${userId} and answered_at is null`.execute(tx)
  return rows[0]?.open ?? 0
}

function dayOf(at: Date): string {
  return isoDay(indiaDayNumber(at.getTime()))
}
