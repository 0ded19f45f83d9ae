import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'

/**
 * cash: what the provider holds for us. credit: what a user has paid and not yet used (our liability, below zero).
 * deferred: the value of running periods. revenue: what has been used. refundable: what is waiting to be refunded. coupon: what coupons gave.
 * goodwill: what operators gave.
 */
export type Account = 'cash' | 'credit' | 'deferred' | 'revenue' | 'refundable' | 'coupon' | 'goodwill'

export type Entry = {
  readonly kind: string
  readonly userId: string
  readonly paymentId?: string | null
  readonly subscriptionId?: string | null
  /** Debits are positive, credits negative; they sum to zero, which the database checks at commit as well. */
  readonly lines: Readonly<Partial<Record<Account, bigint>>>
}

export async function postEntry(tx: Tx, entry: Entry, now: Date): Promise<void> {
  const lines = Object.entries(entry.lines).filter(([, amount]) => amount !== 0n)
  const sum = lines.reduce((total, [, amount]) => total + amount, 0n)
  if (sum !== 0n) throw new Error(`ledger entry ${entry.kind} is unbalanced by ${sum} paise`)
  if (lines.length === 0) return
  const id = newId(now)
  await tx
    .with('entry', (db) =>
      db.insertInto('ledger_entries').values({
        id,
        at: now,
        kind: entry.kind,
        user_id: entry.userId,
        payment_id: entry.paymentId ?? null,
        subscription_id: entry.subscriptionId ?? null,
      }),
    )
    .insertInto('ledger_lines')
    .values(lines.map(([account, amount_paise]) => ({ entry_id: id, account, amount_paise })))
    .execute()
}
