import type { Tx } from '../../../platform/db/client.ts'

/** A closed account keeps no chat and no text that was sent there. */
export async function forgetTelegram(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('telegram_messages').where('user_id', '=', userId).execute()
  await tx.deleteFrom('telegram_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('telegram_chats').where('user_id', '=', userId).execute()
}
