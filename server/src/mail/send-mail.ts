import { createTransport, type Transporter } from 'nodemailer'
import type { Db } from '../db/client.ts'
import { readSettings } from '../features/settings/index.ts'

export type MailSender = { readonly send: (mailId: string) => Promise<void>; readonly close: () => void }

/** Delivery is at least once: a crash after the hand-over and before the note is the only way to a second copy. */
export function openMailSender(db: Db, smtpUrl: string, from: string): MailSender {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from })
  return { send: (mailId) => sendMail(db, transport, mailId, from), close: () => transport.close() }
}

async function sendMail(db: Db, transport: Transporter, mailId: string, from: string): Promise<void> {
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (mail?.state !== 'queued') return
  try {
    const { 'mail.from_name': name } = await readSettings(db)
    await transport.sendMail({
      ...(name !== '' && { from: { name, address: addressOf(from) } }),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      // The same id on every try lets the receiving side drop a second copy.
      messageId: `<${mail.id}@trading-bot>`,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await db
      .updateTable('mails')
      .set((row) => ({ attempts: row('attempts', '+', 1), last_error: reason.slice(0, 500) }))
      .where('id', '=', mailId)
      .execute()
    throw error
  }
  await db
    .updateTable('mails')
    .set((row) => ({ state: 'sent', sent_at: new Date(), attempts: row('attempts', '+', 1), last_error: null }))
    .where('id', '=', mailId)
    .execute()
}

/** Of `Name <address>`, or the address alone. */
function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}
