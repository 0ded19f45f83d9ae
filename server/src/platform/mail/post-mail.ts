import type { Insertable } from 'kysely'
import type { Config } from '../config.ts'
import { batchStatements } from '../db/batch-statements.ts'
import type { Queryable } from '../db/client.ts'
import type { Mails } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { addJob } from '../jobs/add-job.ts'
import { sealText } from './sealed-text.ts'

/** The subject is readable in the database and on lock screens: codes and links belong in the text. */
export type MailDraft = { readonly to: string; readonly subject: string; readonly text: string }

/**
 * Puts a mail into the outbox in the caller's transaction: it is sent if and only if that commits. The job that sends
 * it survives crashes and retries with increasing delays; without SMTP the mail is kept for the demo's mail page.
 */
export async function postMail(tx: Queryable, config: Config, now: Date, draft: MailDraft): Promise<void> {
  const id = newId(now)
  const state = config.smtpUrl ? 'queued' : 'kept'
  const sealed = sealText(config.sealKey, id, draft.text)
  const { to: recipient, subject } = draft
  await insertMail(tx, { id, recipient, subject, sealed_text: sealed, state, created_at: now })
  if (state === 'kept') return
  await addJob(tx, 'send_mail', { mailId: id }, `mail:${id}`)
}

const insertMail = batchStatements(async (tx, rows: readonly Insertable<Mails>[]) => {
  await tx.insertInto('mails').values(rows).execute()
  return rows.map(() => undefined)
})
