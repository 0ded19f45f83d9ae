// Telegram: the chat that a user has linked for notifications.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Message, NoContent, Time } from '../shapes.ts'

export const TelegramState = z.object({
  /** Whether the operator has configured a Telegram bot, which linking requires. */
  is_set_up: z.boolean(),
  /** Null until the bot has answered once. */
  bot_username: z.nullable(z.string()),
  /** The linked chat; null where there is none. */
  chat: z.nullable(z.object({ name: z.string(), linked_at: Time })),
})
export type TelegramState = z.infer<typeof TelegramState>

export const readTelegram = call({
  method: 'GET',
  path: '/auth/telegram/',
  access: 'signed-in',
  summary: 'Whether Telegram is set up here, and the chat that is linked to this account.',
  answer: TelegramState,
})

export const TelegramLink = z.object({ code: z.string(), url: z.string(), expires_at: Time })
export type TelegramLink = z.infer<typeof TelegramLink>

export const startTelegramLink = call({
  method: 'POST',
  path: '/auth/telegram/link/',
  access: 'signed-in',
  recentAuth: true,
  summary:
    'A code that links a chat once, within ten minutes: sent to the bot as `/start code`, or by opening the address. The owner is told by mail.',
  answer: TelegramLink,
  status: 201,
})

export const unlinkTelegram = call({
  method: 'DELETE',
  path: '/auth/telegram/',
  access: 'signed-in',
  summary: 'Unlink the chat; pending messages are not sent.',
  answer: NoContent,
  status: 204,
})

export const sendTelegramTest = call({
  method: 'POST',
  path: '/auth/telegram/test/',
  access: 'signed-in',
  summary: 'Send a test message to the linked chat.',
  answer: Message,
  status: 202,
})
