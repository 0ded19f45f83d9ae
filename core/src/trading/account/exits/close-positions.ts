import type { ExitReason } from '../../../round-trip.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { decideExit } from './follow-exit.ts'

/** Closes every open position. One that is already being closed is left to its exit. */
export function closePositions(account: ManagedAccount, reason: ExitReason, decidedAtMs: number): void {
  for (const position of Array.from(account.positions.values())) decideExit(account, position, { reason, decidedAtMs })
}

/** Closes the positions whose owner asked for it. */
export function closeRequested(account: ManagedAccount): void {
  const decidedAtMs = account.context.nowMs
  for (const id of account.instance.positionsToClose) {
    const position = account.positions.get(id)
    if (position) decideExit(account, position, { reason: 'STOPPED', decidedAtMs })
  }
}
