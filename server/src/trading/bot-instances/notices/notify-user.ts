import type { AlertKind } from '@trading-bot/contract/rest/accounts/alerts'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { postTelegram, readChannels } from '../../../accounts/notifications/index.ts'

const Notice = z.object({ userBotId: z.string(), kind: z.string(), sentence: z.string() })

const SUBJECTS: Readonly<Record<string, string>> = {
  LIMIT_REACHED: 'Your bot has reached a daily limit',
  ORDER_REJECTED: 'The broker rejected an order',
  CREDENTIALS_REFUSED: 'Your bot has no access to your broker',
  TOO_MANY_REJECTIONS: 'Your bot was stopped',
  SWITCHED_OFF: 'Your bot was stopped by the operator',
  SWITCHED_ON: 'Your bot may open positions again',
  FLATTENED: 'Your bot was stopped by the operator',
  SCRIPT_FAILED: 'Your bot’s program failed',
  CORRECTED: 'Your bot’s program was corrected',
  VERSION_OUT: 'A new version of your bot is out',
  PARAMETER_REFUSED: 'Your bot’s parameters are not accepted',
  UNMANAGED: 'A position needs your attention',
  MISMATCH: 'Your broker’s books differ from ours',
  STRAY: 'A lost order turned up',
  HOSTING: 'Your bot opens no new positions',
}

const URGENT = new Set(['CREDENTIALS_REFUSED', 'UNMANAGED', 'MISMATCH', 'FLATTENED', 'HOSTING'])

const ALERT_KINDS: Readonly<Record<string, AlertKind>> = { LIMIT_REACHED: 'limits', CREDENTIALS_REFUSED: 'credentials' }

/**
 * Notifies the owner of an event in the engine, by mail and by Telegram as the bot's switches and the owner's choice of
 * alerts have it; notices that need action are always mailed.
 */
export async function notifyUser({ db, config, clock }: Deps, payload: unknown): Promise<void> {
  const { userBotId, kind, sentence } = Notice.parse(payload)
  const row = await db
    .selectFrom('user_bots')
    .innerJoin('users', 'users.id', 'user_bots.user_id')
    .leftJoin('bot_configurations', 'bot_configurations.subscription_id', 'user_bots.subscription_id')
    .select(['user_bots.user_id', 'users.email', 'users.first_name', 'user_bots.name'])
    .select(['bot_configurations.email_notifications', 'bot_configurations.telegram_notifications'])
    .where('user_bots.id', '=', userBotId)
    .executeTakeFirst()
  if (!row) return
  const now = clock.now()
  const isUrgent = URGENT.has(kind)
  const subject = SUBJECTS[kind] ?? 'News of your bot'
  const news = `${row.name}: ${sentence}\n\nSee ${config.publicUrl}/subscriptions`
  // Both or neither, so that a retry after a failure does not notify twice.
  await db.transaction().execute(async (tx) => {
    const { byMail, byTelegram } = (await readChannels(tx, row.user_id))(ALERT_KINDS[kind] ?? 'bot')
    if ((row.email_notifications !== false && byMail) || isUrgent) {
      await postMail(tx, config, now, { to: row.email, subject, text: `Hello ${row.first_name},\n\n${news}\n` })
    }
    if (row.telegram_notifications && byTelegram) {
      await postTelegram(tx, config, now, { userId: row.user_id, text: `${subject}\n\n${news}` })
    }
  })
}
