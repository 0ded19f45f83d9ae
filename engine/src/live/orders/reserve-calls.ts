import type { ManagedAccount } from '../accounts/managed-account.ts'
import { isEnded } from './live-order.ts'

/** A live entry is followed by its stop, and perhaps by an exit. */
const CALLS_AFTER_ENTRY = 2

/**
 * Calls that must be free before an entry is admitted: its own, and those that keep it and the entries before it
 * protected. Paper orders have no stop at an exchange.
 */
export function entryCalls({ instance, positions }: ManagedAccount): number {
  if (instance.mode === 'PAPER') return 1
  let unprotected = 1
  for (const { orders, closedAtMs } of positions.values()) {
    if (closedAtMs !== null) continue
    const isEntering = orders.some(
      ({ purpose, state }) => purpose === 'ENTRY' && state !== 'CREATED' && !isEnded({ state }),
    )
    if (isEntering && !orders.some(({ purpose }) => purpose !== 'ENTRY')) unprotected++
  }
  return 1 + CALLS_AFTER_ENTRY * unprotected
}
