import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { postEntry } from '../../ledger/index.ts'
import type { PaymentRow } from '../payment-store.ts'

/** Moves a refund out of the user's credit and hands it to a job. */
export async function startRefund(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  amountPaise: bigint,
  reason: string,
): Promise<string> {
  const now = deps.clock.now()
  const { id: paymentId, user_id: userId, subscription_id: subscriptionId } = payment
  const lines = { credit: amountPaise, refundable: -amountPaise }
  await postEntry(tx, { kind: 'refund-due', userId, paymentId, subscriptionId, lines }, now)
  return queueRefund(tx, { paymentId, amountPaise, reason, providerPaymentId: null }, now)
}

type Refund = {
  readonly paymentId: string
  readonly amountPaise: bigint
  readonly reason: string
  /** Set when the refunded payment is not the order's own. */
  readonly providerPaymentId: string | null
}

/**
 * Recorded before it is sent. The row's id is the provider's idempotency key, so that a retried job refunds once. The
 * ledger already holds the amount as refundable.
 */
export async function queueRefund(tx: Tx, refund: Refund, now: Date): Promise<string> {
  const id = newId(now)
  await tx
    .insertInto('refunds')
    .values({
      id,
      payment_id: refund.paymentId,
      amount_paise: refund.amountPaise,
      reason: refund.reason,
      status: 'requested',
      provider_payment_id: refund.providerPaymentId,
      created_at: now,
    })
    .execute()
  await addJob(tx, 'send_refund', { refundId: id }, `refund:${id}`)
  return id
}
