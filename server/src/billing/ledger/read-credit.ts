import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'

/** What the user has paid and not used; it reduces the next charge. */
export const readCredit = batchStatements(async (db, userIds: readonly string[]) => {
  const rows = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .select((each) => ['ledger_entries.user_id', each.fn.sum<string>('amount_paise').as('balance')])
    .where('ledger_entries.user_id', '=', anyOf(userIds))
    .where('ledger_lines.account', '=', 'credit')
    .groupBy('ledger_entries.user_id')
    .execute()
  return rowFor(userIds, rows, ({ user_id }) => user_id).map((row) => -BigInt(row?.balance ?? 0))
})
