import type { Queryable } from '../../platform/db/client.ts'

/** What the user has paid and not used; it reduces the next charge. */
export async function readCredit(db: Queryable, userId: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .select((each) => each.fn.sum<string | null>('amount_paise').as('balance'))
    .where('ledger_entries.user_id', '=', userId)
    .where('ledger_lines.account', '=', 'credit')
    .executeTakeFirstOrThrow()
  return -BigInt(row.balance ?? 0)
}
