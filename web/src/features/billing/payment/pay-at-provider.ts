import { paymentFailure, paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import type { PaymentOrder } from '@trading-bot/contract/rest/billing/subscriptions'
import { api } from '../../../lib/api/api.ts'
import { session } from '../../../lib/session/session.ts'
import { openCheckout } from './open-checkout.ts'

type End = 'paid' | 'dismissed' | 'not-opened'

/** Pays a real order through the provider's checkout; it counts as paid only after the server has verified it. */
export async function payAtProvider(order: PaymentOrder, description: string): Promise<End> {
  const end = await openCheckout(order, description, payer()).catch(() => null)
  if (end === null) return 'not-opened'
  if (end.kind === 'dismissed') {
    // Reports the failure for the payment history only, so an error here does not concern the user.
    await api(paymentFailure, { payment_id: order.payment_id, error: end.error }).catch(() => undefined)
    return 'dismissed'
  }
  const { kind: _, ...receipt } = end
  await api(paymentSuccess, { payment_id: order.payment_id, ...receipt })
  return 'paid'
}

export function payer() {
  const state = session.read()
  if (state.status !== 'signed-in') return { name: '', email: '', contact: '' }
  const { first_name, last_name, email, phone_number } = state.user
  return { name: `${first_name} ${last_name}`, email, contact: phone_number.replace(/[^\d+]/g, '') }
}
