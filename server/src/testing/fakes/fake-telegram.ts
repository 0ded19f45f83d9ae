// A local server that implements the Bot API: long polling, messages, and the errors that a test asks for.
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startLocalServer } from './local-server.ts'

type Keyboard = { inline_keyboard: { text: string; callback_data: string }[][] }
type Sent = { chat_id: number; text: string; parse_mode?: string; reply_markup?: Keyboard }
type Answer = { status: number; body: object } | 'cut'

const BOT_ID = '4711000'
const TOKEN = `${BOT_ID}:AAtest-token_that_looks_like_one-0123`

export async function startFakeTelegram() {
  const sent: Sent[] = []
  const updates: { update_id: number; message?: object; callback_query?: object }[] = []
  const acknowledged: string[] = []
  const news = new EventEmitter()
  const state = {
    /** The answers to the next messages, one each; after that messages are accepted. */
    refusals: [] as Answer[],
    isDown: false,
    polls: 0,
    mostPolls: 0,
    tries: 0,
  }
  let lastId = 7_000

  const getUpdates = async (request: IncomingMessage, input: { offset?: number; timeout?: number }) => {
    const offset = input.offset ?? 0
    // As Telegram does: updates below the offset are confirmed and deleted.
    while (updates[0] && updates[0].update_id < offset) updates.shift()
    state.polls += 1
    state.mostPolls = Math.max(state.mostPolls, state.polls)
    const gone = new AbortController()
    request.socket.once('close', () => gone.abort())
    if (updates.length === 0) {
      const limit = pause((input.timeout ?? 0) * 1000, undefined, { signal: gone.signal })
      await Promise.race([limit, once(news, 'update', { signal: gone.signal })]).catch(() => undefined)
      gone.abort()
    }
    state.polls -= 1
    return updates.filter(({ update_id }) => update_id >= offset)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
    const body = JSON.parse(text || '{}') as Record<string, never>
    const reply = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (state.isDown) return void response.destroy()
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    if (token !== TOKEN) return reply(401, { ok: false, error_code: 401, description: 'Unauthorized' })
    if (method === 'getMe')
      return reply(200, { ok: true, result: { id: Number(BOT_ID), username: 'trading_test_bot' } })
    if (method === 'getUpdates') return reply(200, { ok: true, result: await getUpdates(request, body) })
    if (method === 'answerCallbackQuery') {
      acknowledged.push(String(body['callback_query_id']))
      return reply(200, { ok: true, result: true })
    }
    if (method !== 'sendMessage') return reply(404, { ok: false, error_code: 404, description: 'Not Found' })
    state.tries += 1
    const refusal = state.refusals.shift()
    if (refusal === 'cut') return void response.destroy()
    if (refusal) return reply(refusal.status, { ok: false, error_code: refusal.status, ...refusal.body })
    sent.push(body as never as Sent)
    return reply(200, { ok: true, result: { message_id: sent.length } })
  }
  const { url: apiUrl, stop } = await startLocalServer(answer)

  return {
    settings: { apiUrl, token: TOKEN, botId: BOT_ID },
    sent,
    acknowledged,
    state,
    textsTo: (chatId: number) => sent.filter(({ chat_id }) => chat_id === chatId).map(({ text }) => text),
    /** Somebody writes to the bot. */
    write: (chatId: number, text: string, chat: object = { type: 'private', username: `user${chatId}` }) => {
      lastId += 1
      updates.push({ update_id: lastId, message: { message_id: lastId, text, chat: { id: chatId, ...chat } } })
      news.emit('update')
      return lastId
    },
    /** Somebody presses a button of the newest message that has one. */
    press: (chatId: number, label: string) => {
      lastId += 1
      const keyboards = sent.filter(({ chat_id, reply_markup }) => chat_id === chatId && reply_markup)
      const buttons = keyboards.at(-1)?.reply_markup?.inline_keyboard.flat() ?? []
      const data = buttons.find(({ text }) => text === label)?.callback_data
      if (data === undefined) throw new Error(`no button ${label}`)
      const message = { message_id: 1, chat: { id: chatId, type: 'private' } }
      updates.push({ update_id: lastId, callback_query: { id: `press-${lastId}`, data, message } })
      news.emit('update')
    },
    stop,
  }
}
