import type { Tx } from '../../platform/db/client.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { findPayment, lockPayment, type PaymentRow } from './payment-store.ts'

/**
 * Locks the user's billing first and the payment second, as everywhere: in the other order a capture would deadlock
 * with a tab that holds the billing lock and replaces that very order.
 */
export async function lockPaymentForBilling(tx: Tx, paymentId: string, now: Date): Promise<PaymentRow | undefined> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) return undefined
  await lockBilling(tx, payment.user_id, now)
  return lockPayment(tx, paymentId)
}
