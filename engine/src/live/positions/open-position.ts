import type { Token } from '@trading-bot/core/units'
import { type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import { type LiveEngine, noteHolding } from '../live-engine.ts'
import type { LivePosition } from './live-position.ts'

/** The position of an entry that the slot has decided, without an order yet. */
export function openPosition(
  engine: LiveEngine,
  account: ManagedAccount,
  token: Token,
  direction: 1 | -1,
): LivePosition {
  const slot = slotOf(account, token)!
  const position: LivePosition = {
    id: engine.setup.ids.next(),
    instanceId: account.instance.id,
    token,
    direction,
    entryReason: slot.wantedReason,
    squareOffAtMs: slot.wantedUntilMs,
    orders: [],
    isOrphaned: false,
    stopPaise: null,
    targetPaise: null,
    openedAtMs: null,
    adoptedAtMs: null,
    exitReason: null,
    closedAtMs: null,
    bookedPaise: 0,
  }
  account.positions.set(position.id, position)
  noteHolding(engine, account, token, true)
  return position
}
