import { sql } from 'kysely'
import { batchStatements, rowFor } from '../../platform/db/batch-statements.ts'

/**
 * What the holder of a subscription pays a month: by the billing period that runs, else the next one, else the last that
 * ran. Null before the first payment. The plan may cost something else today.
 */
export const findHeldPrice = batchStatements(async (db, subscriptionIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; monthly_paise: string | null }>`
    select asked.id, ${heldPriceSql(sql`asked.id`)} as monthly_paise
    from unnest(${subscriptionIds}::uuid[]) asked (id)`.execute(db)
  return rowFor(subscriptionIds, rows, ({ id }) => id).map((row) => {
    const monthly = row?.monthly_paise ?? null
    return monthly === null ? null : BigInt(monthly)
  })
})

/** The same for statements about many subscriptions. */
export function heldPriceSql(subscriptionId: ReturnType<typeof sql>) {
  return sql<string | null>`(
    select p.monthly_paise from periods p where p.subscription_id = ${subscriptionId} and p.monthly_paise is not null
    order by p.closed_at is null desc, case when p.closed_at is null then p.starts_at end, p.starts_at desc limit 1)`
}
