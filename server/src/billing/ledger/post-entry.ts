import type { Insertable } from 'kysely'
import { batchStatements } from '../../platform/db/batch-statements.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { LedgerEntries, LedgerLines } from '../../platform/db/tables.ts'
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
  const { kind, userId: user_id, paymentId: payment_id = null, subscriptionId: subscription_id = null } = entry
  await insertEntry(tx, {
    entry: { id, at: now, kind, user_id, payment_id, subscription_id },
    lines: lines.map(([account, amount_paise]) => ({ entry_id: id, account, amount_paise })),
  })
}

type Rows = { readonly entry: Insertable<LedgerEntries>; readonly lines: readonly Insertable<LedgerLines>[] }

const insertEntry = batchStatements(async (tx, entries: readonly Rows[]) => {
  await tx
    .with('entry', (db) => db.insertInto('ledger_entries').values(entries.map(({ entry }) => entry)))
    .insertInto('ledger_lines')
    .values(entries.flatMap(({ lines }) => lines))
    .execute()
  return entries.map(() => undefined)
})
