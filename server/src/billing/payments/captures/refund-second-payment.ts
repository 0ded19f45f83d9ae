import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { postEntry } from '../../ledger/index.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import type { Capture } from './capture.ts'
import { holdForReview } from './hold-for-review.ts'
import { secondPaymentMail } from '../payment-mails.ts'
import type { PaymentRow } from '../payment-store.ts'
import { queueRefund } from '../refunds/start-refund.ts'

/**
 * The provider captured two payments for one order: nothing more is granted, and the second payment is refunded in
 * full. The caller holds the payment's row lock, so that repeated deliveries refund it once.
 */
export async function refundSecondPayment(tx: Tx, deps: Deps, payment: PaymentRow, capture: Capture): Promise<void> {
  // The ledger holds rupees only; a payment in another currency is reviewed by a person.
  if (capture.currency !== 'INR') return holdForReview(tx, deps, payment, capture)
  const { providerPaymentId, amountPaise } = capture
  const known = await tx
    .selectFrom('refunds')
    .select('id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  if (known) return undefined
  const now = deps.clock.now()
  // Not part of the subscription's payments: the amount that a cancellation may refund stays the same.
  const lines = { cash: amountPaise, refundable: -amountPaise }
  await postEntry(tx, { kind: 'captured-again', userId: payment.user_id, paymentId: payment.id, lines }, now)
  const reason = 'A second payment for one order'
  await queueRefund(tx, { paymentId: payment.id, amountPaise, reason, providerPaymentId }, now)
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', payment.user_id)
    .executeTakeFirstOrThrow()
  await postMail(tx, deps.config, now, secondPaymentMail(email, payment, amountPaise))
  await recordLog(tx, now, {
    level: 'CRITICAL',
    category: 'payment',
    message: 'A second payment was captured for one order: it is refunded in full',
    userId: payment.user_id,
    details: {
      payment_id: payment.id,
      provider_payment_id: providerPaymentId,
      amount_paise: String(amountPaise),
    },
  })
}
