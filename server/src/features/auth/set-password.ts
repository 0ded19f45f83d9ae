import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/client.ts'
import type { Context } from '../../http/context.ts'
import { postMail } from '../../mail/post-mail.ts'
import { recordLog } from '../logs/index.ts'
import { passwordChangedMail } from './auth-mails.ts'
import { endSessions } from './session-store.ts'
import { changeUser } from './user-store.ts'
import type { UserRow } from './user-view.ts'

/** A new password ends every session, whoever holds it, and tells the owner by mail. */
export async function setPassword(tx: Tx, context: Context, user: UserRow, passwordHash: string): Promise<void> {
  const now = context.clock.now()
  await changeUser(tx, user.id, { password_hash: passwordHash }, now)
  await endSessions(tx, { userId: user.id }, 'password', now)
  await postMail(tx, context.config, now, passwordChangedMail(user.email))
  await recordAudit(tx, context, { action: 'account.password-changed', subject: { kind: 'user', id: user.id } })
  await recordLog(tx, now, { level: 'INFO', category: 'security', message: 'Password changed', userId: user.id })
}
