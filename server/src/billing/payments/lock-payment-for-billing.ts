import type { Tx } from '../../platform/db/client.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { findPayment, lockPayment, type PaymentRow } from './payment-store.ts'

/**
 * The user's turn first, then the payment, as everywhere: a capture that held its payment while it waited for the
 * turn would lock against the tab that holds the turn and replaces that very order.
 */
export async function lockPaymentForBilling(tx: Tx, paymentId: string, now: Date): Promise<PaymentRow | undefined> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) return undefined
  await lockBilling(tx, payment.user_id, now)
  return lockPayment(tx, paymentId)
}
