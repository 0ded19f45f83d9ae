import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'

const MOST_IN_A_ROW = 5

/** Counts rejections by the broker; several in a row stop entries until the owner has looked into it. */
export function noteRejection(engine: LiveEngine, account: ManagedAccount, sentence: string): void {
  account.rejectionsInARow++
  notifyOwner(engine, account, 'ORDER_REJECTED', sentence)
  if (account.rejectionsInARow < MOST_IN_A_ROW) return
  account.instance = { ...account.instance, isRunning: false }
  const reason = `The broker rejected ${account.rejectionsInARow} orders in a row, the last one with: ${sentence}`
  notifyOwner(engine, account, 'TOO_MANY_REJECTIONS', reason)
}
