import type { readTelegram as spec } from '@trading-bot/contract/rest/accounts/telegram'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findBotUsername, findChat } from './telegram-store.ts'

export const readTelegram: UseCase<typeof spec> = async ({ db, actor, config }) => {
  const chat = await findChat(db, actor.userId)
  return {
    is_set_up: config.telegram !== undefined,
    bot_username: (config.telegram && (await findBotUsername(db, config.telegram.botId))) ?? null,
    chat: chat ? { name: chat.name, linked_at: chat.linked_at.toISOString() } : null,
  }
}
