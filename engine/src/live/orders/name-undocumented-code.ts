import type { OrderOutcome } from '../../ports.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'

/** A code that the broker's documentation does not have counts as unknown, and its operator is told which. */
export function nameUndocumentedCode(
  engine: LiveEngine,
  account: ManagedAccount,
  { undocumentedCode, why }: OrderOutcome & { kind: 'unknown' },
): void {
  if (undocumentedCode === undefined) return
  const sentence = `The broker answered an order with the undocumented code ${undocumentedCode}: ${why}`
  notifyOwner(engine, account, 'UNKNOWN_CODE', sentence)
}
