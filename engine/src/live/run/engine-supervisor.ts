import { SECOND_MS } from '@trading-bot/core/time'
import type { Cancel } from '../../ports/timers.ts'
import type { LiveEngine, LiveSetup } from './engine/live-engine.ts'
import { type EngineReading, readEngine, readShards, type ShardReading } from './read-engine.ts'
import { runEngine, type RunningEngine } from './run-engine.ts'

export type EngineSupervisor = {
  /** True while an engine runs in this process and every account is reconciled. */
  readonly isReady: () => boolean
  /** Null while no engine runs in this process. */
  readonly read: () => EngineReading | null
  readonly readShards: () => ShardReading
  readonly stop: () => Promise<void>
}

const AGAIN_AFTER_MS = SECOND_MS
const DRAIN_WITHIN_MS = 5 * SECOND_MS

/**
 * Keeps an engine running for as long as the process lives. An engine that lost its lease (database outage, takeover by
 * another process) is not repaired: a new one claims the accounts, loads them and reconciles before it trades.
 */
export function superviseEngine(setup: LiveSetup): EngineSupervisor {
  let running: RunningEngine | undefined
  // Known before it has loaded its accounts.
  let joined: LiveEngine | undefined
  let isStopped = false
  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        running = await runEngine(setup, (engine) => (joined = engine))
        if (isStopped) await running.stop()
        await running.ended
      } catch (error) {
        setup.onError('failed to start the engine', error)
      }
      running = undefined
      if (!isStopped) await new Promise<void>((resolve) => void setup.timers.after(AGAIN_AFTER_MS, resolve))
    }
  }
  void run()
  return {
    isReady: () => running?.isReady() ?? false,
    read: () => (running ? readEngine(running.engine) : null),
    readShards: () => readShards(joined),
    stop: async () => {
      isStopped = true
      // Others need not find out what became of the orders under way. A database that is away is not waited for.
      const drained = running?.drain().catch((error: unknown) => setup.onError('failed to hand the shards over', error))
      let stopWaiting: Cancel = () => {}
      const isLate = new Promise<void>((resolve) => {
        stopWaiting = setup.timers.after(DRAIN_WITHIN_MS, resolve)
      })
      await Promise.race([drained, isLate])
      stopWaiting()
      await running?.stop()
    },
  }
}
