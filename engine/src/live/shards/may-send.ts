import type { ManagedAccount } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine } from '../live-engine.ts'

/** Whether the account's shard is ours at this moment; asked right before every call that changes something. */
export function maySend({ leases, confirmation }: LiveEngine, { instance }: ManagedAccount): boolean {
  return leases.has(instance.shard) && confirmation.isFresh()
}

/** Resolves once it is, or when nothing more is to be sent. */
export async function untilMaySend(engine: LiveEngine, account: ManagedAccount): Promise<void> {
  while (!hasStopped(engine, account) && !maySend(engine, account)) await engine.confirmation.untilFresh()
}
