import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { razorpay } from './razorpay.ts'
import { simulatedPayments } from './simulated-payments.ts'

export function choosePayments({ payments }: Config, db: Db, clock: Clock): PaymentProvider | undefined {
  if (payments.kind === 'none') return undefined
  return payments.kind === 'simulated' ? simulatedPayments(db, clock) : razorpay(payments)
}
