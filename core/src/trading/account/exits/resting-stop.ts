import { isTurnedOver, type LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'

/** Whether a stop of this position can rest at the exchange now; a paper account has no exchange. */
export function mayStopRest({ instance, context }: ManagedAccount, position: LivePosition): boolean {
  if (instance.mode !== 'LIVE' || position.isOrphaned || isTurnedOver(position)) return false
  // The exchange takes no stops once continuous trading has ended, and cancels those that rest.
  return context.nowMs < position.squareOffAtMs
}

/**
 * The broker's sentence if it refused a stop of this position. Being busy for a moment is no refusal, and a stop that had
 * become the exit of a part is none.
 */
export function stopRefusal({ orders }: LivePosition): string | null {
  const refused = orders.find(
    ({ purpose, state, code, triggerPaise }) =>
      purpose === 'PROTECT' && state === 'REJECTED' && code !== 'BUSY' && triggerPaise !== null,
  )
  return refused ? refused.detail : null
}
