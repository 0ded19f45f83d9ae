import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { TelegramSettings } from '../../platform/config.ts'
import { TELEGRAM_LOCK } from '../../platform/db/locks.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { TelegramBot } from '../../platform/providers/telegram-bot.ts'
import { takeUpdate } from './take-update.ts'
import { keepBot, passUpdate } from './telegram-store.ts'

const TAKE_OVER_MS = 3_000
const LONGEST_PAUSE_MS = 300_000

type Ear = { readonly deps: Deps; readonly bot: TelegramBot; readonly settings: TelegramSettings; readonly log: Logger }

/**
 * Reads the messages that are sent to the bot. Telegram serves one reader at a time: a session lock chooses the
 * process, and another one takes over when it dies.
 */
export function listenToChats(ear: Ear, pool: pg.Pool): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const done = keepListening(ear, pool, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

async function keepListening(ear: Ear, pool: pg.Pool, signal: AbortSignal): Promise<void> {
  let troubles = 0
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
        if (rows[0]?.is_ours) await listen(ear, both, () => (troubles = 0))
      } finally {
        holder.release(true)
      }
      await pauseFor(TAKE_OVER_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      troubles += 1
      ear.log.warn({ err: error }, 'Telegram updates could not be read')
      await pauseFor(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** troubles), signal)
    }
  }
}

async function listen({ deps, bot, settings, log }: Ear, signal: AbortSignal, onHeard: () => void): Promise<void> {
  let offset = await keepBot(deps.db, settings.botId, await bot.readUsername())
  while (!signal.aborted) {
    for (const update of await bot.readUpdates(offset, signal)) {
      await takeUpdate(deps, settings.botId, update).catch(async (error: unknown) => {
        // A message that fails must not block those after it; if the database is gone, this throws too.
        log.error({ err: error }, 'A message to the Telegram bot could not be processed')
        await passUpdate(deps.db, settings.botId, update.update_id)
      })
      offset = String(update.update_id + 1)
    }
    onHeard()
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined)
}
