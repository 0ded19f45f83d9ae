import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { revokeTelegram } from '../../notifications/index.ts'
import { passwordChangedMail } from '../auth-mails.ts'
import { forgetDevices } from '../devices/device-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import { changeUser } from '../profile/user-store.ts'
import type { UserRow } from '../profile/user-view.ts'

/**
 * A new password ends every session, including the caller's, and unlinks Telegram; only a signed-in caller's device
 * stays known.
 */
export async function setPassword(tx: Tx, context: Context, user: UserRow, passwordHash: string): Promise<void> {
  const now = context.clock.now()
  await changeUser(tx, user.id, { password_hash: passwordHash }, now)
  await endSessions(tx, { userId: user.id }, 'password', now)
  await forgetDevices(tx, user.id, context.actor && context.origin.deviceToken)
  const chatName = await revokeTelegram(tx, context, user.id)
  await postMail(tx, context.config, now, passwordChangedMail(user.email, chatName))
  await recordAudit(tx, context, { action: 'account.password-changed', subject: { kind: 'user', id: user.id } })
  await recordLog(tx, now, { level: 'INFO', category: 'security', message: 'Password changed', userId: user.id })
}
