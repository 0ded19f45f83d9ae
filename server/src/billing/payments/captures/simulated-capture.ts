import type { Capture } from './capture.ts'

/** The capture that a test payment reports: the full amount of its order. */
export function simulatedCapture(paymentId: string, amountPaise: bigint): Capture {
  return { providerPaymentId: `pay_sim_${paymentId}`, amountPaise, currency: 'INR' }
}
