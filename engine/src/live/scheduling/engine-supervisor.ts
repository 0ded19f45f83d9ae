import { SECOND_MS } from '@trading-bot/core/time'
import type { LiveSetup } from '../live-engine.ts'
import { type RunningEngine, runEngine } from '../run-engine.ts'

export type EngineSupervisor = {
  /** An engine runs here and every account has read its broker's books. */
  readonly isReady: () => boolean
  readonly stop: () => Promise<void>
}

const AGAIN_AFTER_MS = SECOND_MS

/**
 * An engine for as long as the process lives. One that lost the accounts (the database went away, another process took
 * over) is not mended: a new one waits for them, takes them up from the store and reads the brokers' books first.
 */
export function superviseEngine(setup: LiveSetup): EngineSupervisor {
  let running: RunningEngine | undefined
  let isStopped = false
  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        running = await runEngine(setup)
        if (isStopped) await running.stop()
        await running.ended
      } catch (error) {
        setup.onError('the engine did not start', error)
      }
      running = undefined
      if (!isStopped) await new Promise<void>((resolve) => void setup.timers.after(AGAIN_AFTER_MS, resolve))
    }
  }
  void run()
  return {
    isReady: () => running?.isReady() ?? false,
    stop: async () => {
      isStopped = true
      await running?.stop()
    },
  }
}
