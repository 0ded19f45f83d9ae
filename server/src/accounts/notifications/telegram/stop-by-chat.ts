import { timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import type { Config } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Button } from '../../../platform/providers/telegram-bot.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { newCode } from '../../../platform/security/tokens.ts'
import { closeCodeMail } from './telegram-mails.ts'
import { askForCode, deleteStop, storeStop } from './telegram-store.ts'
import { previewStop, stopUserBots } from './telegram-ports.ts'
import { chatOrigin, counted } from './chat-words.ts'

// Long enough to read the question, short enough that nobody forgets what it was about.
const ANSWER_WITHIN_MS = 2 * MINUTE_MS
// A stolen session may have linked it: the owner has a day to read the mail about it.
const NEW_CHAT_MS = DAY_MS
const CODE_MS = 10 * MINUTE_MS
const MAILED_CODES = { limit: 5, windowMs: HOUR_MS }
const GUESSES = { limit: 5, windowMs: HOUR_MS }

export type OwnedChat = {
  readonly chatId: string
  readonly userId: string
  readonly name: string
  readonly linkedAt: Date
  readonly email: string
}
export type ChatAnswer = { readonly text: string; readonly buttons?: readonly Button[] }

const NOTHING_RUNS = 'No bot of yours is running, and no position is open.'
const ASK_AGAIN = 'Nothing was stopped: this question has expired or was answered before. Send /stop to be asked again.'
const KEEP = 'Nothing was closed yet. /stop confirm stops your bots at once and keeps open positions managed.'
const CODE_MAILED = `This chat was linked less than 24 hours ago, so closing positions needs a code. We have mailed it to you: reply with it within ten minutes. ${KEEP}`
const WRONG_CODE = `This is not the code that we mailed. ${KEEP}`
const TOO_MANY_CODES = `Too many codes were mailed or tried. Wait an hour, or close your positions on the website. ${KEEP}`

/** Asks before it stops anything; the question is answered once, in this chat, within two minutes. */
export async function askToStop(tx: Tx, deps: Deps, { chatId, userId }: OwnedChat): Promise<ChatAnswer> {
  const now = deps.clock.now()
  const { running, openPositions } = await previewStop.ask(tx, userId)
  if (running === 0 && openPositions === 0) return { text: NOTHING_RUNS }
  const code = newId(now)
  await storeStop(tx, chatId, hashOf(deps, code), new Date(now.getTime() + ANSWER_WITHIN_MS))
  const stop = running === 0 ? 'No bot is running.' : `Stop ${counted(running, 'running bot')}?`
  const hold = openPositions === 0 ? 'No position is open.' : `${counted(openPositions, 'position')} open.`
  const close = { label: 'Stop and close positions', data: `close:${code}` }
  const keep = { label: 'Stop, keep positions managed', data: `keep:${code}` }
  return {
    text: `${stop} ${hold}\n\nReply /stop confirm to stop and keep open positions managed until they close, or /stop close to stop and close them now. Valid for two minutes.`,
    buttons: running === 0 ? [close] : [keep, close],
  }
}

type Confirmation = { readonly closePositions: boolean; readonly code?: string | undefined }

/** A button carries its question's code, so that one under an older question does nothing. */
export async function stopByChat(
  tx: Tx,
  deps: Deps,
  chat: OwnedChat,
  { closePositions, code }: Confirmation,
): Promise<ChatAnswer> {
  const now = deps.clock.now()
  const question = await deleteStop(tx, chat.chatId, now)
  if (!question || (code !== undefined && !timingSafeEqual(question.code_hash, hashOf(deps, code)))) {
    return { text: ASK_AGAIN }
  }
  const isNew = now.getTime() - chat.linkedAt.getTime() < NEW_CHAT_MS
  if (closePositions && isNew) return mailCode(tx, deps, chat, question)
  return stop(tx, deps, chat.userId, closePositions)
}

/** The question stays open meanwhile, so that stopping without closing works at once. */
async function mailCode(
  tx: Tx,
  { clock, config }: Deps,
  { chatId, userId, name, email }: OwnedChat,
  question: NonNullable<Awaited<ReturnType<typeof deleteStop>>>,
): Promise<ChatAnswer> {
  const now = clock.now()
  const mailed = { key: `telegram-close-mail:${userId}`, ...MAILED_CODES }
  if ((await hitThrottle(tx, mailed, now)) !== undefined) {
    await askForCode(tx, question)
    return { text: TOO_MANY_CODES }
  }
  const code = newCode()
  const close_code_hash = closeHash(config, chatId, code)
  await askForCode(tx, { ...question, close_code_hash, expires_at: new Date(now.getTime() + CODE_MS) })
  await postMail(tx, config, now, closeCodeMail(email, name, code, `${config.publicUrl}/profile`))
  return { text: CODE_MAILED }
}

/** Closes the positions if the code is the one that was mailed for this chat's question. */
export async function closeWithCode(tx: Tx, deps: Deps, chat: OwnedChat, code: string): Promise<ChatAnswer> {
  const { clock, config } = deps
  const now = clock.now()
  const question = await deleteStop(tx, chat.chatId, now)
  if (!question?.close_code_hash) return { text: ASK_AGAIN }
  const guesses = { key: `telegram-close-code:${chat.userId}`, ...GUESSES }
  const mustWait = (await hitThrottle(tx, guesses, now)) !== undefined
  if (!mustWait && timingSafeEqual(question.close_code_hash, closeHash(config, chat.chatId, code)))
    return stop(tx, deps, chat.userId, true)
  await askForCode(tx, question)
  return { text: mustWait ? TOO_MANY_CODES : WRONG_CODE }
}

async function stop(tx: Tx, deps: Deps, userId: string, closePositions: boolean): Promise<ChatAnswer> {
  const scene = { clock: deps.clock, actor: { userId, sessionId: '', isAdmin: false }, origin: chatOrigin }
  const { stopped, openPositions } = await stopUserBots.ask(tx, scene, { userId, closePositions, reason: null })
  const bots = stopped.length === 0 ? 'No bot was running.' : `Stopped: ${stopped.map(({ name }) => name).join(', ')}.`
  return { text: `${bots} ${restOf(openPositions, closePositions)}` }
}

function restOf(openPositions: number, closePositions: boolean): string {
  if (openPositions === 0) return 'No position is open.'
  const positions = counted(openPositions, 'position')
  return closePositions
    ? `${positions} being closed now. Send /positions to see what is left.`
    : `${positions} still managed until closed. Send /positions to see them.`
}

function hashOf({ config }: Deps, code: string): Buffer {
  return hashSecret(config.authKeys, 'telegram-stop', code)
}

function closeHash({ authKeys }: Config, chatId: string, code: string): Buffer {
  return hashSecret(authKeys, 'telegram-close', `${chatId}:${code}`)
}
