import * as z from 'zod/mini'
import type { Deps } from '../../http/context.ts'
import { postMail } from '../../mail/post-mail.ts'

const Notice = z.object({ userBotId: z.string(), kind: z.string(), sentence: z.string() })

const SUBJECTS: Readonly<Record<string, string>> = {
  LIMIT_REACHED: 'Your bot has reached a daily limit',
  ORDER_REJECTED: 'The broker rejected an order',
  CREDENTIALS_REFUSED: 'Your broker refuses your credentials',
  TOO_MANY_REJECTIONS: 'Your bot was stopped',
  UNMANAGED: 'A position needs your attention',
  MISMATCH: 'Your broker’s books differ from ours',
  STRAY: 'A lost order turned up',
}

/** Mails the owner what the engine noticed, unless mails are switched off; what needs action is always mailed. */
export async function notifyUser({ db, config, clock }: Deps, payload: unknown): Promise<void> {
  const { userBotId, kind, sentence } = Notice.parse(payload)
  const row = await db
    .selectFrom('user_bots')
    .innerJoin('users', 'users.id', 'user_bots.user_id')
    .leftJoin('bot_configurations', 'bot_configurations.subscription_id', 'user_bots.subscription_id')
    .select(['users.email', 'users.first_name', 'user_bots.name', 'bot_configurations.email_notifications'])
    .where('user_bots.id', '=', userBotId)
    .executeTakeFirst()
  if (!row) return
  const isUrgent = kind === 'CREDENTIALS_REFUSED' || kind === 'UNMANAGED' || kind === 'MISMATCH'
  if (row.email_notifications === false && !isUrgent) return
  await postMail(db, config, clock.now(), {
    to: row.email,
    subject: SUBJECTS[kind] ?? 'News of your bot',
    text: `Hello ${row.first_name},\n\n${row.name}: ${sentence}\n\nSee ${config.publicUrl}/subscriptions\n`,
  })
}
