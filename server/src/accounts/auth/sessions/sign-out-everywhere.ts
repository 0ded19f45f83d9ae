import type { Tx } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { revokeTelegram } from '../../notifications/index.ts'
import { signedOutMail } from '../auth-mails.ts'
import { getUser } from '../profile/user-store.ts'
import { endSessions } from './session-store.ts'

/** Ends every session and unlinks Telegram, of which the owner is told by mail. Returns how many sessions ended. */
export async function signOutEverywhere(
  tx: Tx,
  context: Context,
  userId: string,
  reason: 'signed-out' | 'ended-by-admin',
): Promise<number> {
  const now = context.clock.now()
  const ended = await endSessions(tx, { userId }, reason, now)
  const chatName = await revokeTelegram(tx, context, userId)
  if (chatName !== undefined) {
    const { email } = await getUser(tx, userId)
    await postMail(tx, context.config, now, signedOutMail(email, chatName))
  }
  return ended
}
