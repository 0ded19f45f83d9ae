import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import type { Capture } from './capture.ts'
import { changePayment, type PaymentRow } from '../payment-store.ts'

/**
 * A payment with another amount or currency does not pay this order: nothing is granted, and a person reviews it.
 * Callback, webhook and poller may all report it, but it is logged once.
 */
export async function holdForReview(tx: Tx, deps: Deps, payment: PaymentRow, capture: Capture): Promise<void> {
  if (payment.held_payment_ids.includes(capture.providerPaymentId)) return
  await changePayment(tx, payment.id, {
    held_payment_ids: [...payment.held_payment_ids, capture.providerPaymentId],
    failure: 'The amount that was paid differs from the order: held for review',
  })
  await recordLog(tx, deps.clock.now(), {
    level: 'CRITICAL',
    category: 'payment',
    message: 'A payment differs from its order: nothing was granted, held for review',
    userId: payment.user_id,
    details: {
      payment_id: payment.id,
      provider_payment_id: capture.providerPaymentId,
      amount_paise: String(capture.amountPaise),
      expected_paise: payment.amount_paise,
      currency: capture.currency,
    },
  })
}
