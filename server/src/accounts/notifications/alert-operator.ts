import type { Config } from '../../platform/config.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { notifyAdministrators } from './notify-administrators.ts'
import { postToChat } from './telegram/post-telegram.ts'

export type OperatorAlert = {
  /** For programs that read the webhook. */
  readonly event: string
  readonly subject: string
  readonly text: string
}

/**
 * Alerts whoever operates the platform, in the caller's transaction: by the mail address, chat and webhook of the
 * OPERATOR_* settings; every administrator where neither address nor chat is set.
 */
export async function alertOperator(tx: Queryable, config: Config, now: Date, alert: OperatorAlert): Promise<void> {
  const { email, telegramChat, webhook } = config.operator
  const { subject, text } = alert
  if (email !== undefined) await postMail(tx, config, now, { to: email, subject, text: `${text}\n` })
  if (telegramChat !== undefined && config.telegram)
    await postToChat(tx, now, { userId: null, chatId: telegramChat, text: `${subject}\n\n${text}` })
  if (email === undefined && telegramChat === undefined) await notifyAdministrators(tx, config, now, { subject, text })
  if (webhook !== undefined) {
    const id = newId(now)
    const message = { id, at: now.toISOString(), ...alert }
    await addJob(tx, 'send_operator_webhook', message, `operator-webhook:${id}`)
  }
}
