import { createTransport, type Transporter } from 'nodemailer'
import type { Db } from '../db/client.ts'
import { readSettings } from '../settings/read-settings.ts'
import { openText } from './sealed-text.ts'

export type MailSender = { readonly send: (mailId: string) => Promise<void>; readonly close: () => void }

type Options = { readonly smtpUrl: string; readonly from: string; readonly sealKey: Buffer }

/** Delivery is at least once: only a crash between sending and recording it leads to a second copy. */
export function openMailSender(db: Db, options: Options): MailSender {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url: options.smtpUrl, ...timeouts }, { from: options.from })
  return { send: (mailId) => sendMail(db, transport, mailId, options), close: () => transport.close() }
}

async function sendMail(db: Db, transport: Transporter, mailId: string, options: Options): Promise<void> {
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (mail?.state !== 'queued') return
  try {
    const text = openText(options.sealKey, mail)
    if (text === null) throw new Error('The mail has no text.')
    const { 'mail.from_name': name } = await readSettings(db)
    await transport.sendMail({
      ...(name !== '' && { from: { name, address: addressOf(options.from) } }),
      to: mail.recipient,
      subject: mail.subject,
      text,
      // The same id on every attempt lets the receiving side drop a second copy.
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
  // The text is cleared, so that a reader of the database finds no code and no link later.
  const cleared = { sealed_text: null, text: null, last_error: null }
  await db
    .updateTable('mails')
    .set((row) => ({ state: 'sent', sent_at: new Date(), attempts: row('attempts', '+', 1), ...cleared }))
    .where('id', '=', mailId)
    .execute()
}

/** The address of `Name <address>`, or the text itself when it is a bare address. */
function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}
