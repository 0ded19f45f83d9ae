import { type LivePosition, NOT_OPENED } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { noteHolding } from '../state/want.ts'

/** The position of an entry that is decided, without an order yet. */
export function openPosition(
  account: ManagedAccount,
  entry: Pick<LivePosition, 'token' | 'direction' | 'entryReason' | 'squareOffAtMs'>,
): LivePosition {
  const position: LivePosition = {
    id: account.context.nextId(),
    instanceId: account.instance.id,
    ...entry,
    ...NOT_OPENED,
    orders: [],
    isOrphaned: false,
  }
  account.positions.set(position.id, position)
  noteHolding(account, entry.token)
  return position
}
