import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps, Origin } from '../../platform/http/context.ts'
import type { TelegramMessage, TelegramUpdate } from '../../platform/providers/telegram-bot.ts'
import { hitThrottle } from '../../platform/security/throttle.ts'
import { hashCode } from './link-code.ts'
import { postToChat } from './post-telegram.ts'
import { findOwner, linkChat, skipUpdate, spendCode, unlinkChat } from './telegram-store.ts'

const QUARTER_HOUR_MS = 15 * 60_000
const GUESSES = 5
// More than a conversation needs: further messages get no answer.
const ANSWERS = 20

const HELP = 'This bot tells Trading Bot users what their bot does. To link this chat, open your profile there.'
const WRONG_CODE = 'This code is not valid, or it has expired. Ask for a new one on your profile.'
const TOO_MANY = 'Too many wrong codes. Please wait a quarter of an hour, then ask for a new one on your profile.'
const TAKEN = 'This chat is linked to another account. Send /stop to unlink it first.'
const PRIVATE_ONLY = 'This works in a private chat only: write to the bot directly.'
const NOT_LINKED = 'No account is linked to this chat.'
const UNLINKED = 'Unlinked: nothing more will be sent here.'

/**
 * Processes one message to the bot. Its effect, the answer and the offset share one transaction, so it takes effect
 * once.
 */
export async function processUpdate(deps: Deps, botId: string, { update_id, message }: TelegramUpdate): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    if (!(await skipUpdate(tx, botId, update_id)) || !message) return
    const chatId = String(message.chat.id)
    const answers = { key: `telegram-chat:${chatId}`, limit: ANSWERS, windowMs: QUARTER_HOUR_MS }
    if ((await hitThrottle(tx, answers, now)) !== undefined) return
    await postToChat(tx, now, { userId: null, chatId, text: await answerTo(tx, deps, chatId, message) })
  })
}

async function answerTo(tx: Tx, deps: Deps, chatId: string, { chat, text = '' }: TelegramMessage): Promise<string> {
  if (chat.type !== 'private') return PRIVATE_ONLY
  const [, command, code] = /^\/(start|stop)\b(?:@\w+)?\s*(\S{0,64})/.exec(text) ?? []
  if (command === 'stop') return unlink(tx, deps, chatId)
  if (command !== 'start' || !code) return HELP
  const name = chat.username ? `@${chat.username}` : (chat.first_name ?? 'Telegram')
  return link(tx, deps, { chatId, name: name.slice(0, 64), code })
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
  const line = { action: 'account.telegram-linked', subject: { kind: 'user', id: user.id }, after: { name } }
  await recordAudit(tx, { clock: deps.clock, actor: undefined, origin: TELEGRAM }, line)
  return `Linked to the account ${user.username}. What your bot does is told here where Telegram notifications are switched on. Send /stop to unlink.`
}

async function unlink(tx: Tx, deps: Deps, chatId: string): Promise<string> {
  const unlinked = await unlinkChat(tx, { chatId })
  if (!unlinked) return NOT_LINKED
  const line = { action: 'account.telegram-unlinked', subject: { kind: 'user', id: unlinked.user_id } }
  await recordAudit(tx, { clock: deps.clock, actor: undefined, origin: TELEGRAM }, line)
  return UNLINKED
}

const TELEGRAM: Origin = { requestId: 'telegram', address: '', device: '' }

async function findActive(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}
