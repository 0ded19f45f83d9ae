import type { Capture } from './capture.ts'

/** What a test payment would have reported: the whole amount of its order. */
export function simulatedCapture(paymentId: string, amountPaise: bigint): Capture {
  return { providerPaymentId: `pay_sim_${paymentId}`, amountPaise, currency: 'INR' }
}
