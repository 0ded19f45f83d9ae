import { mayBeExposed } from '@trading-bot/core/trading/account/state/managed-account'
import { inBackground } from '../../execution/execution.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { everyMarket, type RunningMarket } from '../engine/running-market.ts'

/**
 * Closes strategy runners whose instances neither run nor hold anything: whoever starts again begins with a model account
 * that is as flat as theirs.
 */
export function closeIdleRunners(engine: LiveEngine): void {
  for (const market of everyMarket(engine)) {
    for (const [key, runner] of market.runners) {
      if (!isIdle(market, key)) continue
      market.runners.delete(key)
      runner.close()
    }
  }
}

/** At a bar close; after what adds accounts just now, so that none follows a runner that is being closed. */
export function closeIdleRunnersSoon(engine: LiveEngine, market: RunningMarket): void {
  for (const key of market.runners.keys()) {
    if (!isIdle(market, key)) continue
    return inBackground(
      engine,
      'idle strategies could not be closed',
      engine.inTurn(async () => closeIdleRunners(engine)),
    )
  }
}

function isIdle({ followers }: RunningMarket, key: string): boolean {
  for (const account of followers.get(key) ?? []) if (account.instance.isRunning || mayBeExposed(account)) return false
  return true
}
