import type { Queryable } from '../../../platform/db/client.ts'
import type { Config } from '../../../platform/config.ts'
import { newId } from '../../../platform/ids.ts'
import type { Button } from '../../../platform/providers/telegram-bot.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { findChat } from './telegram-store.ts'

/** Telegram's limit for one message. */
const LONGEST = 4096

/**
 * Puts a message into the outbox in the caller's transaction: it is sent if and only if that commits. False if the user
 * has linked no chat or the platform has no bot.
 */
export async function postTelegram(
  tx: Queryable,
  config: Config,
  now: Date,
  { userId, text }: { readonly userId: string; readonly text: string },
): Promise<boolean> {
  const chat = config.telegram && (await findChat(tx, userId))
  if (!chat) return false
  await postToChat(tx, now, { userId, chatId: chat.chat_id, text })
  return true
}

type Letter = {
  readonly userId: string | null
  readonly chatId: string
  readonly text: string
  readonly buttons?: readonly Button[]
}

export async function postToChat(tx: Queryable, now: Date, letter: Letter): Promise<void> {
  const { userId, chatId, text } = letter
  const id = newId(now)
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  const buttons = letter.buttons ? JSON.stringify(letter.buttons) : null
  await tx
    .insertInto('telegram_messages')
    .values({ id, user_id: userId, chat_id: chatId, text: short, buttons, created_at: now })
    .execute()
  await queueMessage(tx, id, 0)
}

/** One after the other: Telegram limits a bot's messages per second. */
export async function queueMessage(tx: Queryable, id: string, afterMs: number): Promise<void> {
  await addJob(tx, 'send_telegram', { messageId: id }, `telegram:${id}`, { queue: 'telegram', afterMs })
}
