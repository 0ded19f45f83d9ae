import type { Config } from '../config.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { simulatedPayments } from './simulated-payments.ts'

export function choosePayments({ payments }: Config): PaymentProvider | undefined {
  return payments.kind === 'simulated' ? simulatedPayments : undefined
}
