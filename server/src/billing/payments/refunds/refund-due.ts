import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { requestedRefund } from '../../subscriptions/index.ts'
import type { PaymentRow } from '../payment-store.ts'

/**
 * What still comes back of each payment: what was handed to the provider, else what it rejected and is owed, else what a
 * cancellation asked for.
 */
export async function refundsDue(
  db: Queryable,
  rows: readonly PaymentRow[],
): Promise<ReadonlyMap<string, Payment['refund_due']>> {
  const paid = rows.filter(({ effect }) => effect === 'granted').map(({ id }) => id)
  if (paid.length === 0) return new Map()
  const sent = await db
    .selectFrom('refunds')
    .select(['payment_id', 'status', (each) => each.fn.sum<string>('amount_paise').as('amount')])
    .where('payment_id', 'in', paid)
    .where((row) =>
      row.or([
        row('status', 'in', ['requested', 'pending']),
        row.and([row('status', '=', 'failed'), row('retried_at', 'is', null)]),
      ]),
    )
    .groupBy(['payment_id', 'status'])
    // What failed is written over by what is on its way.
    .orderBy(sql`status = 'failed'`, 'desc')
    .execute()
  const due = new Map<string, Payment['refund_due']>(
    sent.map(({ payment_id, status, amount }) => [
      payment_id,
      { amount: Number(amount) / 100, state: status === 'failed' ? 'requested' : 'on_its_way' },
    ]),
  )
  for (const id of paid.filter((each) => !due.has(each))) {
    const requested = await requestedRefund(db, id)
    if (requested > 0n) due.set(id, { amount: Number(requested) / 100, state: 'requested' })
  }
  return due
}
