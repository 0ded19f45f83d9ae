import { type AuditScene, recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { unlinkChat } from './telegram-store.ts'

/**
 * A chat outlives every session, so whoever shuts strangers out of an account shuts out its chat too, and the code that
 * would link one. Returns the chat's name; undefined if none was linked.
 */
export async function revokeTelegram(tx: Tx, scene: AuditScene, userId: string): Promise<string | undefined> {
  await tx.deleteFrom('telegram_codes').where('user_id', '=', userId).execute()
  const unlinked = await unlinkChat(tx, { userId })
  if (!unlinked) return undefined
  const subject = { kind: 'user', id: userId }
  await recordAudit(tx, scene, { action: 'account.telegram-unlinked', subject, before: { name: unlinked.name } })
  return unlinked.name
}
