import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import type { TelegramMessage, TelegramUpdate } from '../../../platform/providers/telegram-bot.ts'
import { hitThrottle } from '../../../platform/security/throttle.ts'
import { chatOrigin, describeBots, describePositions } from './chat-words.ts'
import { hashCode } from './link-code.ts'
import { postToChat } from './post-telegram.ts'
import { askToStop, type ChatAnswer, closeWithCode, type OwnedChat, stopByChat } from './stop-by-chat.ts'
import { linkedMail } from './telegram-mails.ts'
import { findActiveOwner, findOwner, linkChat, skipUpdate, spendCode, unlinkChat } from './telegram-store.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const GUESSES = 5
// More than a conversation needs: further messages get no answer. An owner's chat is for emergencies, too.
const ANSWERS = 20
const ANSWERS_TO_OWNERS = 200

const HELP = 'This bot tells Trading Bot users what their bot does. To link this chat, open your profile there.'
const COMMANDS =
  'Commands: /status (your bots and today’s result), /positions (what they hold), /stop (stop your bots, after a question), /unlink (nothing more is sent here).'
const WRONG_CODE = 'This code is not valid, or it has expired. Ask for a new one on your profile.'
const TOO_MANY = 'Too many wrong codes. Please wait a quarter of an hour, then ask for a new one on your profile.'
const TAKEN = 'This chat is linked to another account. Send /unlink to unlink it first.'
const PRIVATE_ONLY = 'This works in a private chat only: write to the bot directly.'
const NOT_LINKED = 'No account is linked to this chat.'
const UNLINKED = 'Unlinked: nothing more will be sent here.'
const NOT_DONE = 'That did not work, and nothing was changed. Please send it again, or use the website.'

/**
 * Processes one message or pressed button. Its effect, the answer and the offset share one transaction, so it takes
 * effect once.
 */
export async function processUpdate(deps: Deps, botId: string, update: TelegramUpdate): Promise<void> {
  const now = deps.clock.now()
  const chat = chatOf(update)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await skipUpdate(tx, botId, update.update_id)) || !chat) return
    const chatId = String(chat.id)
    const owner = await findActiveOwner(tx, chatId)
    const limit = owner === undefined ? ANSWERS : ANSWERS_TO_OWNERS
    const answers = { key: `telegram-chat:${chatId}`, limit, windowMs: QUARTER_HOUR_MS }
    if ((await hitThrottle(tx, answers, now)) !== undefined) return
    const answer = await answerTo(tx, deps, { chat, chatId, owner, update })
    await postToChat(tx, now, { userId: null, chatId, ...answer })
  })
}

/** The sender of a message that failed is told so: silence would pass for a stop that was obeyed. */
export async function skipFailed({ db, clock }: Deps, botId: string, update: TelegramUpdate): Promise<void> {
  const chat = chatOf(update)
  await db.transaction().execute(async (tx) => {
    if (!(await skipUpdate(tx, botId, update.update_id)) || !chat) return
    await postToChat(tx, clock.now(), { userId: null, chatId: String(chat.id), text: NOT_DONE })
  })
}

type Chat = TelegramMessage['chat']
type Incoming = {
  readonly chat: Chat
  readonly chatId: string
  /** The account in use that this chat belongs to. */
  readonly owner: Awaited<ReturnType<typeof findActiveOwner>>
  readonly update: TelegramUpdate
}

function chatOf({ message, callback_query }: TelegramUpdate): Chat | undefined {
  return message?.chat ?? callback_query?.message?.chat
}

async function answerTo(tx: Tx, deps: Deps, incoming: Incoming): Promise<ChatAnswer> {
  const { chat, chatId, owner, update } = incoming
  if (chat.type !== 'private') return { text: PRIVATE_ONLY }
  const text = update.message?.text ?? ''
  const [, command = '', argument = '', code = ''] =
    /^\/([a-z]+)\b(?:@\w+)?\s*(\S{0,64})\s*(\S{0,64})/i.exec(text) ?? []
  if (command === 'start' && argument) {
    const name = chat.username ? `@${chat.username}` : (chat.first_name ?? 'Telegram')
    const seen = name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 64)
    return { text: await link(tx, deps, { chatId, name: seen, code: argument }) }
  }
  if (command === 'unlink') return { text: await unlink(tx, deps, chatId) }
  if (owner === undefined) return { text: HELP }
  const owned = { chatId, userId: owner.user_id, name: owner.name, email: owner.email, linkedAt: owner.linked_at }
  if (update.callback_query) return pressed(tx, deps, owned, update.callback_query.data ?? '')
  // A mailed code is often sent alone.
  if (/^\d{6}$/.test(text.trim())) return closeWithCode(tx, deps, owned, text.trim())
  return obey(tx, deps, owned, { command: command.toLowerCase(), argument: argument.toLowerCase(), code })
}

type Said = { readonly command: string; readonly argument: string; readonly code: string }

async function obey(tx: Tx, deps: Deps, chat: OwnedChat, said: Said): Promise<ChatAnswer> {
  switch (said.command) {
    case 'status':
      return { text: await describeBots({ ...deps, db: tx }, chat.userId) }
    case 'positions':
      return { text: await describePositions(tx, deps, chat.userId) }
    case 'stop':
      if (said.argument === 'confirm') return stopByChat(tx, deps, chat, { closePositions: false })
      if (said.argument === 'close' && said.code) return closeWithCode(tx, deps, chat, said.code)
      if (said.argument === 'close') return stopByChat(tx, deps, chat, { closePositions: true })
      return askToStop(tx, deps, chat)
    default:
      return { text: COMMANDS }
  }
}

function pressed(tx: Tx, deps: Deps, chat: OwnedChat, data: string): Promise<ChatAnswer> {
  const [choice, code = ''] = data.split(':')
  return stopByChat(tx, deps, chat, { closePositions: choice === 'close', code })
}

type Input = { readonly chatId: string; readonly name: string; readonly code: string }

async function link(tx: Tx, deps: Deps, { chatId, name, code }: Input): Promise<string> {
  const now = deps.clock.now()
  const guesses = { key: `telegram-code:${chatId}`, limit: GUESSES, windowMs: QUARTER_HOUR_MS }
  if ((await hitThrottle(tx, guesses, now)) !== undefined) return TOO_MANY
  // Checked before the code is used up, so that it stays valid for the right chat.
  if (await findOwner(tx, chatId)) return TAKEN
  const userId = await spendCode(tx, hashCode(deps.config, code), now)
  const user = userId === undefined ? undefined : await findActive(tx, userId)
  if (!user) return WRONG_CODE
  await linkChat(tx, { userId: user.id, chatId, name }, now)
  await postMail(tx, deps.config, now, linkedMail(user.email, name, `${deps.config.publicUrl}/profile`))
  const line = { action: 'account.telegram-linked', subject: { kind: 'user', id: user.id }, after: { name } }
  await recordAudit(tx, { clock: deps.clock, actor: undefined, origin: chatOrigin }, line)
  return `Linked to the account ${user.username}. What your bot does is told here where Telegram notifications are switched on. ${COMMANDS}`
}

async function unlink(tx: Tx, deps: Deps, chatId: string): Promise<string> {
  const unlinked = await unlinkChat(tx, { chatId })
  if (!unlinked) return NOT_LINKED
  const line = { action: 'account.telegram-unlinked', subject: { kind: 'user', id: unlinked.user_id } }
  await recordAudit(tx, { clock: deps.clock, actor: undefined, origin: chatOrigin }, line)
  return UNLINKED
}

async function findActive(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}
