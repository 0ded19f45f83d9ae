import * as z from 'zod/mini'
import type { TelegramSettings } from '../config.ts'

/** The outcome of sending a message, as far as the next step depends on it. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The chat is unreachable for good: blocked, deleted or never started. */
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'wait'; readonly reason: string; readonly retryAfterS: number }
  /** Telegram rejects the message itself, and would do so next time. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'trouble'; readonly reason: string }

export type TelegramBot = {
  readonly readUsername: () => Promise<string>
  /** Long polling: waits at Telegram for updates, for half a minute at most. */
  readonly readUpdates: (offset: string, signal: AbortSignal) => Promise<readonly TelegramUpdate[]>
  readonly send: (chatId: string, text: string, buttons?: readonly Button[]) => Promise<SendOutcome>
  /** Ends the waiting sign on a pressed button. */
  readonly acknowledge: (pressId: string) => Promise<void>
}

/** A button below a message; `data` comes back when it is pressed (Telegram takes 64 bytes). */
const Button = z.object({ label: z.string(), data: z.string().check(z.maxLength(64)) })
export type Button = z.infer<typeof Button>
export const Buttons = z.array(Button)

const Chat = z.object({
  id: z.int(),
  type: z.string(),
  username: z.optional(z.string()),
  first_name: z.optional(z.string()),
})

const Update = z.object({
  update_id: z.int(),
  message: z.optional(z.object({ text: z.optional(z.string()), chat: Chat })),
  /** A pressed button; without its message it is too old to count. */
  callback_query: z.optional(
    z.object({
      id: z.string(),
      data: z.optional(z.string()),
      message: z.optional(z.object({ chat: Chat })),
    }),
  ),
})
export type TelegramUpdate = z.infer<typeof Update>
export type TelegramMessage = NonNullable<TelegramUpdate['message']>

const Reply = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})
type Reply = z.infer<typeof Reply> & { status: number }

const CALL_MS = 15_000
const POLL_S = 25
const GONE = /chat not found|user is deactivated|bot was blocked|bot was kicked|can't initiate/i

/** The Bot API over HTTPS. The token is part of every URL, so no error may contain a URL. */
export function openTelegramBot({ apiUrl, token }: TelegramSettings): TelegramBot {
  const ask = async (method: string, body: object, signal: AbortSignal): Promise<Reply> => {
    try {
      const response = await fetch(`${apiUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      })
      return { ...Reply.parse(await response.json()), status: response.status }
    } catch (error) {
      throw new Error(`Telegram is unreachable (${method}): ${nameOf(error).replaceAll(token, '…')}`)
    }
  }
  const demand = async (method: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const reply = await ask(method, body, signal)
    if (!reply.ok) throw new Error(`Telegram rejected ${method}: ${reply.status} ${reply.description ?? ''}`)
    return reply.result
  }
  return {
    readUsername: async () => Me.parse(await demand('getMe', {}, AbortSignal.timeout(CALL_MS))).username,
    readUpdates: async (offset, signal) => {
      const input = { offset: Number(offset), timeout: POLL_S, allowed_updates: ['message', 'callback_query'] }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(POLL_S * 1000 + CALL_MS)])
      return Updates.parse(await demand('getUpdates', input, limit)).map(readUpdate)
    },
    acknowledge: async (pressId) => {
      await demand('answerCallbackQuery', { callback_query_id: pressId }, AbortSignal.timeout(CALL_MS))
    },
    send: async (chatId, text, buttons = []) => {
      try {
        const keyboard = buttons.map(({ label, data }) => [{ text: label, callback_data: data }])
        const input = {
          chat_id: Number(chatId),
          text,
          link_preview_options: { is_disabled: true },
          ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
        }
        return outcomeOf(await ask('sendMessage', input, AbortSignal.timeout(CALL_MS)))
      } catch (error) {
        return { kind: 'trouble', reason: nameOf(error) }
      }
    },
  }
}

const Me = z.object({ username: z.string().check(z.regex(/^\w{3,64}$/)) })
const Updates = z.array(z.looseObject({ update_id: z.int() }))

/**
 * An update that we cannot parse (a sticker of next year) must not block the others: its number is enough to continue.
 */
function readUpdate(raw: { update_id: number }): TelegramUpdate {
  const parsed = Update.safeParse(raw)
  return parsed.success ? parsed.data : { update_id: raw.update_id }
}

function outcomeOf({ ok, status, description, parameters }: Reply): SendOutcome {
  if (ok) return { kind: 'sent' }
  const reason = `${status} ${description ?? ''}`.trim()
  if (status === 429) return { kind: 'wait', reason, retryAfterS: parameters?.retry_after ?? 5 }
  if (status === 403 || (status === 400 && GONE.test(reason))) return { kind: 'gone', reason }
  if (status === 400) return { kind: 'refused', reason }
  return { kind: 'trouble', reason }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined
  return code ?? error.message
}
