import type { Queryable } from '../../platform/db/client.ts'
import type { Config } from '../../platform/config.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { postTelegram } from './telegram/post-telegram.ts'

type News = { readonly userId: string; readonly subject: string; readonly text: string }

/** Mails a user about the account, and writes to the linked chat, in the caller's transaction. */
export async function notifyByAccount(tx: Queryable, config: Config, now: Date, news: News): Promise<void> {
  const { userId, subject, text } = news
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  if (!user) return
  await postMail(tx, config, now, { to: user.email, subject, text: `Hello ${user.first_name},\n\n${text}\n` })
  await postTelegram(tx, config, now, { userId, text: `${subject}\n\n${text}` })
}
