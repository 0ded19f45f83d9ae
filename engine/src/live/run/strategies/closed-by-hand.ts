// Positions that were closed by their owner, the operator or the broker: by no rule that a strategy's model account knows.
// Once no account that follows a strategy holds the symbol any more, its model account is closed too, so that both agree.

import type { Token } from '@trading-bot/core/units'
import type { LiveEngine } from '../engine/live-engine.ts'

export function tellClosedByHand(engine: LiveEngine): void {
  // An account that is still being loaded may hold it.
  if (engine.loadingShards.size > 0) return
  for (const [key, tokens] of engine.closedByHand)
    for (const token of tokens) if (!isHeld(engine, key, token)) engine.runners.get(key)?.closedByHand?.(token)
  engine.closedByHand.clear()
}

function isHeld({ holders }: LiveEngine, runnerKey: string, token: Token): boolean {
  for (const { instance } of holders.get(token) ?? []) if (instance.runnerKey === runnerKey) return true
  return false
}
