// Positions that were closed by their owner, the operator or the broker: by no rule that a strategy's model account knows.
// Once no account that follows a strategy holds the symbol any more, its model account is closed too, so that both agree.

import type { ExitReason } from '@trading-bot/core/round-trip'
import type { Token } from '@trading-bot/core/units'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import type { LivePosition } from '../positions/live-position.ts'

const BY_HAND: ReadonlySet<ExitReason> = new Set(['STOPPED', 'OUTSIDE', 'STOP_REFUSED'])

/** Notes a position that is flat now; its strategy is told at the next bar close. */
export function noteClosedByHand(
  { closedByHand }: LiveEngine,
  { instance }: ManagedAccount,
  { token, exitReason, isOrphaned }: LivePosition,
): void {
  if (exitReason === null || !BY_HAND.has(exitReason) || isOrphaned) return
  const noted = closedByHand.get(instance.runnerKey)
  if (noted) noted.add(token)
  else closedByHand.set(instance.runnerKey, new Set([token]))
}

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
