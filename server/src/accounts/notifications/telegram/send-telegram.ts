import type { Deps } from '../../../platform/http/context.ts'
import { Buttons, type SendOutcome, type TelegramBot } from '../../../platform/providers/telegram-bot.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { nextTryMs } from './next-try.ts'
import { queueMessage } from './post-telegram.ts'
import { findMessage, findOwner, type MessageRow, saveOutcome, unlinkChat } from './telegram-store.ts'

export type TelegramSender = { readonly send: (messageId: string) => Promise<void> }

/** Delivery is at least once, as with mail: a crash between sending and recording it sends a second copy. */
export function openTelegramSender(deps: Deps, bot: TelegramBot): TelegramSender {
  const { db, clock } = deps
  // When Telegram asks to wait, the whole bot waits: more attempts would only extend the wait.
  let quietUntilMs = 0
  return {
    send: async (messageId) => {
      const message = await findMessage(db, messageId)
      if (message?.state !== 'queued') return
      const { attempts } = message
      // Unlinked in the meantime: the message has no reader.
      const isUnlinked = message.user_id !== null && (await findOwner(db, message.chat_id)) !== message.user_id
      if (isUnlinked)
        return saveOutcome(db, message.id, { state: 'dropped', attempts, reason: 'The chat was unlinked.' })
      const quietMs = quietUntilMs - clock.now().getTime()
      if (quietMs > 0) return tryAgain(deps, message, { kind: 'wait', reason: 'flood', retryAfterS: quietMs / 1000 })
      const outcome = await bot.send(message.chat_id, message.text, Buttons.parse(message.buttons ?? []))
      if (outcome.kind === 'wait') quietUntilMs = clock.now().getTime() + outcome.retryAfterS * 1000
      await take(deps, message, outcome)
    },
  }
}

async function take(deps: Deps, message: MessageRow, outcome: SendOutcome): Promise<void> {
  const attempts = message.attempts + 1
  if (outcome.kind === 'sent') {
    return saveOutcome(deps.db, message.id, { state: 'sent', attempts, reason: null, at: deps.clock.now() })
  }
  if (outcome.kind === 'gone') return forgetChat(deps, message, outcome.reason)
  if (outcome.kind === 'refused') return giveUp(deps, message, outcome.reason)
  return tryAgain(deps, message, outcome)
}

type Failure = Extract<SendOutcome, { kind: 'wait' | 'trouble' }>

async function tryAgain(deps: Deps, message: MessageRow, failure: Failure): Promise<void> {
  const isAsked = failure.kind === 'wait'
  const waitMs = nextTryMs({
    attempts: message.attempts + 1,
    ageMs: deps.clock.now().getTime() - message.created_at.getTime(),
    retryAfterS: isAsked ? failure.retryAfterS : undefined,
  })
  if (waitMs === undefined) return giveUp(deps, message, failure.reason)
  await deps.db.transaction().execute(async (tx) => {
    // A delay that Telegram asked for does not count as an attempt.
    const attempts = message.attempts + (isAsked ? 0 : 1)
    await saveOutcome(tx, message.id, { state: 'queued', attempts, reason: failure.reason })
    await queueMessage(tx, message.id, waitMs)
  })
}

async function giveUp({ db, clock }: Deps, message: MessageRow, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await saveOutcome(tx, message.id, { state: 'failed', attempts: message.attempts + 1, reason })
    await recordLog(tx, clock.now(), {
      level: 'WARNING',
      category: 'system',
      message: 'A Telegram message could not be delivered',
      ...(message.user_id && { userId: message.user_id }),
      details: { reason },
    })
  })
}

/** A user who blocks the bot is unlinked, and the log records why. */
async function forgetChat({ db, clock }: Deps, message: MessageRow, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const unlinked = await unlinkChat(tx, { chatId: message.chat_id })
    await saveOutcome(tx, message.id, { state: 'dropped', attempts: message.attempts + 1, reason })
    if (!unlinked) return
    await recordLog(tx, clock.now(), {
      level: 'WARNING',
      category: 'user',
      message: 'Telegram chat unlinked: it is blocked or gone',
      userId: unlinked.user_id,
      details: { reason },
    })
  })
}
