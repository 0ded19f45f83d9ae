import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Button } from '../../../platform/providers/telegram-bot.ts'
import { hashSecret } from '../../../platform/security/auth-keys.ts'
import { deleteStop, storeStop } from './telegram-store.ts'
import { previewStop, stopUserBots } from './telegram-ports.ts'
import { chatOrigin, counted } from './chat-words.ts'

// Long enough to read the question, short enough that nobody forgets what it was about.
const ANSWER_WITHIN_MS = 2 * 60_000

type Chat = { readonly chatId: string; readonly userId: string }
export type ChatAnswer = { readonly text: string; readonly buttons?: readonly Button[] }

const NOTHING_RUNS = 'No bot of yours is running, and no position is open.'
const ASK_AGAIN = 'Nothing was stopped: this question has expired or was answered before. Send /stop to be asked again.'

/** Asks before it stops anything; the question is answered once, in this chat, within two minutes. */
export async function askToStop(tx: Tx, deps: Deps, { chatId, userId }: Chat): Promise<ChatAnswer> {
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
  { chatId, userId }: Chat,
  { closePositions, code }: Confirmation,
): Promise<ChatAnswer> {
  const question = await deleteStop(tx, chatId, deps.clock.now())
  if (!question || (code !== undefined && !timingSafeEqual(question.code_hash, hashOf(deps, code)))) {
    return { text: ASK_AGAIN }
  }
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
