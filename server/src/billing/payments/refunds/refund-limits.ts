import type { Queryable } from '../../../platform/db/client.ts'
import { sumRefundsOf, unusedOfPayment } from '../../subscriptions/index.ts'
import type { PaymentRow } from '../payment-store.ts'

export type RefundLimits = {
  /** Of what the payment bought. */
  readonly unusedPaise: bigint
  /** Of the payment itself: what was paid, less what was refunded or is owed. A reason lifts a refund up to here. */
  readonly restPaise: bigint
  /** Without a reason: the lesser of both. */
  readonly maximumPaise: bigint
}

/** How much of a payment can be refunded now. */
export async function readRefundLimits(db: Queryable, payment: PaymentRow, now: Date): Promise<RefundLimits> {
  const paidPaise = BigInt(payment.amount_paise)
  const restPaise = paidPaise - (await sumRefundsOf(db, payment.id))
  const unusedPaise = await unusedOfPayment(db, payment.id, now)
  return { unusedPaise, restPaise, maximumPaise: unusedPaise < restPaise ? unusedPaise : restPaise }
}
