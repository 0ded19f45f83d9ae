import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'

/** Removes who paid from the provider's messages about this user's orders; what was paid stays. */
export async function forgetPayer(tx: Tx, userId: string): Promise<void> {
  await sql`
    update payment_events
    set body = jsonb_set(body, '{payload,payment,entity}',
      (body #> '{payload,payment,entity}') - '{email,contact,vpa,upi,card,card_id,bank,wallet,notes,acquirer_data}'::text[])
    where body #>> '{payload,payment,entity,order_id}' in (select order_id from payments where user_id = ${userId})`.execute(
    tx,
  )
}
