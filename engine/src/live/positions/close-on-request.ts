import type { LiveEngine } from '../live-engine.ts'
import type { AccountOrder, ManagedAccount } from '../accounts/managed-account.ts'
import { submitSoon } from '../orders/order-gateway.ts'
import { decideExit, followExit } from './follow-exit.ts'
import type { LivePosition } from './live-position.ts'

export function closeAll(engine: LiveEngine, account: ManagedAccount): void {
  closePositions(engine, account, Array.from(account.positions.values()))
}

/** Closes the positions whose owner asked for it. A position that is already being closed is left to its exit. */
export function closeRequested(engine: LiveEngine, account: ManagedAccount): void {
  const requested = account.instance.positionsToClose.flatMap((id) => account.positions.get(id) ?? [])
  closePositions(engine, account, requested)
}

/** Lets the positions go that their owner has called theirs. */
export function releaseRequested(engine: LiveEngine, account: ManagedAccount): void {
  for (const id of account.instance.positionsToRelease) {
    const position = account.positions.get(id)
    if (position) followExit(engine, account, position)
  }
}

function closePositions(engine: LiveEngine, account: ManagedAccount, positions: readonly LivePosition[]): void {
  const decidedAtMs = engine.setup.clock.nowMs()
  const batch: AccountOrder[] = []
  for (const position of positions) {
    const order = decideExit(engine, account, position, { reason: 'STOPPED', decidedAtMs })
    if (order) batch.push(order)
  }
  submitSoon(engine, batch)
}
