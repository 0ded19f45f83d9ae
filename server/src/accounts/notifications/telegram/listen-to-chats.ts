import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { TelegramSettings } from '../../../platform/config.ts'
import { TELEGRAM_LOCK } from '../../../platform/db/locks.ts'
import type { Deps } from '../../../platform/http/context.ts'
import type { TelegramBot } from '../../../platform/providers/telegram-bot.ts'
import { processUpdate, skipFailed } from './process-update.ts'
import { saveBot } from './telegram-store.ts'

const TAKE_OVER_MS = 3_000
const LONGEST_PAUSE_MS = 300_000

type ChatListener = {
  readonly deps: Deps
  readonly bot: TelegramBot
  readonly settings: TelegramSettings
  readonly log: Logger
}

/**
 * Reads the messages that are sent to the bot. Telegram serves one reader at a time: a session lock chooses the
 * process, and another one takes over when it dies.
 */
export function listenToChats(listener: ChatListener, pool: pg.Pool): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const done = listenUntilStopped(listener, pool, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

async function listenUntilStopped(listener: ChatListener, pool: pg.Pool, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const turn = new AbortController()
    const both = AbortSignal.any([signal, turn.signal])
    try {
      // A dedicated connection: losing it means losing the lock.
      const holder = await pool.connect()
      holder.once('error', () => turn.abort())
      try {
        const { rows } = await holder.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
          TELEGRAM_LOCK,
        ])
        if (rows[0]?.is_ours) await listen(listener, both, () => (failures = 0))
      } finally {
        holder.release(true)
      }
      await pauseFor(TAKE_OVER_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      listener.log.warn({ err: error }, 'Telegram updates could not be read')
      await pauseFor(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures), signal)
    }
  }
}

async function listen(
  { deps, bot, settings, log }: ChatListener,
  signal: AbortSignal,
  onUpdates: () => void,
): Promise<void> {
  let offset = await saveBot(deps.db, settings.botId, await bot.readUsername())
  while (!signal.aborted) {
    for (const update of await bot.readUpdates(offset, signal)) {
      await processUpdate(deps, settings.botId, update).catch(async (error: unknown) => {
        // A message that fails must not block those after it; if the database is gone, this throws too.
        log.error({ err: error }, 'A message to the Telegram bot could not be processed')
        await skipFailed(deps, settings.botId, update)
      })
      if (update.callback_query) await acknowledge(bot, update.callback_query.id, log)
      offset = String(update.update_id + 1)
    }
    onUpdates()
  }
}

/** Only the waiting sign depends on it; the press has already taken effect. */
async function acknowledge(bot: TelegramBot, pressId: string, log: Logger): Promise<void> {
  await bot.acknowledge(pressId).catch((error: unknown) => log.debug({ err: error }, 'a button was not acknowledged'))
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined)
}
