import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { RazorpayToken, tokenOf } from '../../../platform/providers/recurring/razorpay-recurring.ts'

/**
 * The newest that a webhook has said about a mandate. It may have arrived before the payment that names the mandate, and
 * the provider does not list every mandate.
 */
export async function findTokenStatement(db: Queryable, tokenId: string) {
  const { rows } = await sql<{ entity: unknown; said_at: Date }>`
    select body #> '{payload,token,entity}' as entity,
      coalesce(to_timestamp((body ->> 'created_at')::bigint), received_at) as said_at
    from payment_events
    where event like 'token.%' and body #>> '{payload,token,entity,id}' = ${tokenId}
    order by said_at desc, received_at desc limit 1`.execute(db)
  const parsed = RazorpayToken.safeParse(rows[0]?.entity)
  const token = parsed.success ? tokenOf(parsed.data) : undefined
  return token && rows[0] ? { token, at: rows[0].said_at } : undefined
}
