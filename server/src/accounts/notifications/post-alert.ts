import type { AlertKind } from '@trading-bot/contract/rest/accounts/alerts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db/client.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { readChannels } from './alert-choices.ts'
import { postTelegram } from './telegram/post-telegram.ts'

type Alert = {
  readonly userId: string
  readonly kind: AlertKind
  /** What the alert is about: it is said once. */
  readonly about: string
  readonly subject: string
  readonly text: string
}

/** Tells a user something once, where the user wants this kind; false if it was told before. */
export async function postAlertOnce(tx: Tx, config: Config, now: Date, alert: Alert): Promise<boolean> {
  const { userId, kind, about, subject, text } = alert
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!user) return false
  const marked = await tx
    .insertInto('sent_alerts')
    .values({ user_id: userId, kind, subject: about, sent_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (marked.numInsertedOrUpdatedRows !== 1n) return false
  const { byMail, byTelegram } = (await readChannels(tx, userId))(kind)
  if (byMail)
    await postMail(tx, config, now, { to: user.email, subject, text: `Hello ${user.first_name},\n\n${text}\n` })
  if (byTelegram) await postTelegram(tx, config, now, { userId, text: `${subject}\n\n${text}` })
  return byMail || byTelegram
}
