import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import type { Queryable } from '../../../platform/db/client.ts'
import { requestedRefund } from '../../subscriptions/index.ts'
import type { PaymentRow } from '../payment-store.ts'

/** What still comes back of each payment: what was handed to the provider, else what a cancellation asked for. */
export async function refundsDue(
  db: Queryable,
  rows: readonly PaymentRow[],
  now: Date,
): Promise<ReadonlyMap<string, Payment['refund_due']>> {
  const paid = rows.filter(({ effect }) => effect === 'granted').map(({ id }) => id)
  if (paid.length === 0) return new Map()
  const sent = await db
    .selectFrom('refunds')
    .select(['payment_id', (each) => each.fn.sum<string>('amount_paise').as('amount')])
    .where('payment_id', 'in', paid)
    .where('status', 'in', ['requested', 'pending'])
    .groupBy('payment_id')
    .execute()
  const due = new Map<string, Payment['refund_due']>(
    sent.map(({ payment_id, amount }) => [payment_id, { amount: Number(amount) / 100, state: 'on_its_way' }]),
  )
  for (const id of paid.filter((each) => !due.has(each))) {
    const requested = await requestedRefund(db, id, now)
    if (requested > 0n) due.set(id, { amount: Number(requested) / 100, state: 'requested' })
  }
  return due
}
