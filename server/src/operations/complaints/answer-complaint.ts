import type * as api from '@trading-bot/contract/rest/operations/complaints'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { complaintView, findComplaint } from './complaint-store.ts'

/** Once: what was said to a complainant stays as it was said. */
export const answerComplaint: UseCase<typeof api.answerComplaint> = async (context, { id, answer }) => {
  const { db, clock, actor, config } = context
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const answered = await tx
      .updateTable('complaints')
      .set({ answer, answered_at: now, answered_by: actor.userId })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    const row = await findComplaint(tx, id)
    if (!row) return refuse('NOT_FOUND')
    if (!answered) return refuse('COMPLAINT_ANSWERED')
    await recordAudit(tx, context, {
      action: 'complaint.answered',
      subject: { kind: 'complaint', id },
      after: { number: row.number },
    })
    const email = row.user_id && (await findEmail(tx, row.user_id))
    if (email)
      await postMail(tx, config, now, {
        to: email,
        subject: `Your complaint no. ${row.number} is answered`,
        text: `${answer}\n\nIf you are not satisfied, reply to this mail or write to ${config.grievanceEmail}.\n`,
      })
    const message = email
      ? `Complaint no. ${row.number} is answered by mail.`
      : `The answer to complaint no. ${row.number} is recorded. Send it to ${row.contact || row.name}.`
    return { message, complaint: complaintView(row, now) }
  })
}

/** Where the complainant is reached now, which may be elsewhere than when the complaint came; nowhere once closed. */
async function findEmail(tx: Tx, userId: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  return user?.email
}
