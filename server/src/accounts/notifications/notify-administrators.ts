import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Config } from '../../platform/config.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { postTelegram } from './telegram/post-telegram.ts'

type News = { readonly subject: string; readonly text: string }

/** Mails every administrator, and writes to the chats they have linked, in the caller's transaction. */
export async function notifyAdministrators(tx: Queryable, config: Config, now: Date, news: News): Promise<void> {
  const { subject, text } = news
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where is_admin and status = 'active' order by email`.execute(tx)
  for (const { id, email } of rows) {
    await postMail(tx, config, now, { to: email, subject, text: `${text}\n` })
    await postTelegram(tx, config, now, { userId: id, text: `${subject}\n\n${text}` })
  }
}
