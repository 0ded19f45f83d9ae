import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../http/context.ts'
import { newId } from '../../ids.ts'
import { addJob } from '../../jobs/add-job.ts'
import { postEntry } from '../ledger/index.ts'
import type { PaymentRow } from './payment-store.ts'

/**
 * Books a refund and hands it to a job: recorded before it is sent. The row's id is the provider's idempotency key,
 * so that a job tried again refunds once.
 */
export async function startRefund(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  amountPaise: bigint,
  reason: string,
): Promise<string> {
  const now = deps.clock.now()
  const id = newId(now)
  await tx
    .insertInto('refunds')
    .values({ id, payment_id: payment.id, amount_paise: amountPaise, reason, status: 'requested', created_at: now })
    .execute()
  const { user_id: userId, subscription_id: subscriptionId } = payment
  const lines = { credit: amountPaise, refundable: -amountPaise }
  await postEntry(tx, { kind: 'refund-due', userId, paymentId: payment.id, subscriptionId, lines }, now)
  await addJob(tx, 'send_refund', { refundId: id }, `refund:${id}`)
  return id
}
