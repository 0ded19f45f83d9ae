import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/client.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { type SimulatedBank, simulatedPaymentsOf, simulatedRecurring } from './recurring/simulated-recurring.ts'

export type SimulatedPayments = PaymentProvider & { readonly bank: SimulatedBank }

/** Test payments: an order is paid on request, and a refund succeeds at once. No signature is ever valid here. */
export function simulatedPayments(db: Db, clock: Clock): SimulatedPayments {
  const recurring = simulatedRecurring(db, clock)
  return {
    isSimulated: true,
    keyId: 'simulated',
    createOrder: async () => `order_sim_${randomBytes(7).toString('hex')}`,
    listPayments: simulatedPaymentsOf(db),
    refund: async ({ key }) => ({ id: `rfnd_sim_${key}`, status: 'processed' }),
    isSignature: () => false,
    recurring,
    bank: recurring,
  }
}

export function isSimulated(provider: PaymentProvider | undefined): provider is SimulatedPayments {
  return provider !== undefined && 'bank' in provider
}
