import { randomBytes } from 'node:crypto'
import type { PaymentProvider } from './payment-provider.ts'

/** Test payments: an order is paid on request, and a refund succeeds at once. No signature is ever valid here. */
export const simulatedPayments: PaymentProvider = {
  isSimulated: true,
  keyId: 'simulated',
  createOrder: async () => `order_sim_${randomBytes(7).toString('hex')}`,
  listPayments: async () => [],
  refund: async ({ key }) => ({ id: `rfnd_sim_${key}`, status: 'processed' }),
  isSignature: () => false,
}
