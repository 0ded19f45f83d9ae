import type { ManagedAccount, UserAccounts } from '@trading-bot/core/trading/account/state/managed-account'
import type { InstanceId, UserId } from '@trading-bot/core/units'
import type { LeaseConfirmation } from './leases/confirm-leases.ts'
import type { Lease } from './leases/lease.ts'
import type { WriteBehindQueue } from './write-behind-queue.ts'

/** The accounts in memory, the leases under which they are traded, and the queue that records them. */
export type Book = {
  readonly accounts: Map<InstanceId, ManagedAccount>
  readonly users: Map<UserId, UserAccounts>
  readonly writeBehindQueue: WriteBehindQueue
  /** By shard. */
  readonly leases: Map<number, Lease>
  readonly confirmation: LeaseConfirmation
  /** The shard of every bot instance that this engine has ever held. */
  readonly shardOf: Map<InstanceId, number>
  isStopped: boolean
}

/** True when nothing more may be decided, written or sent for the account. */
export function hasStopped(book: Pick<Book, 'isStopped'>, account: ManagedAccount): boolean {
  return book.isStopped || account.isGone
}

export function userOf({ users }: Book, userId: UserId): UserAccounts {
  let user = users.get(userId)
  if (!user) users.set(userId, (user = { day: null, accounts: new Set() }))
  return user
}
