import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/**
 * What the holder of a subscription pays a month: by the billing period that runs, else the next one, else the last that
 * ran. Null before the first payment. The plan may cost something else today.
 */
export async function findHeldPrice(db: Queryable, subscriptionId: string): Promise<bigint | null> {
  const { rows } = await sql<{ monthly_paise: string | null }>`
    select ${heldPriceSql(sql`${subscriptionId}::uuid`)} as monthly_paise`.execute(db)
  const monthly = rows[0]?.monthly_paise ?? null
  return monthly === null ? null : BigInt(monthly)
}

/** The same for statements about many subscriptions. */
export function heldPriceSql(subscriptionId: ReturnType<typeof sql>) {
  return sql<string | null>`(
    select p.monthly_paise from periods p where p.subscription_id = ${subscriptionId} and p.monthly_paise is not null
    order by p.closed_at is null desc, case when p.closed_at is null then p.starts_at end, p.starts_at desc limit 1)`
}
