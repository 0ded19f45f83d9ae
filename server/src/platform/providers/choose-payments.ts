import type { Config } from '../config.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { razorpay } from './razorpay.ts'
import { simulatedPayments } from './simulated-payments.ts'

export function choosePayments({ payments }: Config): PaymentProvider | undefined {
  if (payments.kind === 'none') return undefined
  return payments.kind === 'simulated' ? simulatedPayments : razorpay(payments)
}
