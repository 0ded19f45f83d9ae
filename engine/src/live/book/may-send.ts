import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { type Book, hasStopped } from './book.ts'

/** Whether the account's shard is ours at this moment; asked right before every call that changes something. */
export function maySend({ leases, confirmation }: Book, { instance }: ManagedAccount): boolean {
  return leases.has(instance.shard) && confirmation.isFresh()
}

/** Resolves once it is, or when nothing more is to be sent. */
export async function untilMaySend(book: Book, account: ManagedAccount): Promise<void> {
  while (!hasStopped(book, account) && !maySend(book, account)) await book.confirmation.untilFresh()
}
