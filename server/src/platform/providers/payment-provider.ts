// What the platform needs from the payment provider. Amounts are paise.
import type { RecurringPayments } from './recurring/recurring-payments.ts'

export type ProviderPayment = {
  readonly id: string
  readonly orderId: string
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  readonly amountPaise: bigint
  readonly currency: string
  /** The mandate that it registered or was debited by. */
  readonly tokenId: string | null
  readonly customerId: string | null
  /** Why it failed, as the provider names it. */
  readonly errorReason: string | null
}

export type ProviderRefund = { readonly id: string; readonly status: 'pending' | 'processed' | 'failed' }

export type PaymentProvider = {
  /** Stored with every order: decides which later calls it accepts. */
  readonly isSimulated: boolean
  /** The public key that the browser's checkout needs. */
  readonly keyId: string
  readonly createOrder: (input: { amountPaise: bigint; receipt: string }) => Promise<string>
  readonly listPayments: (orderId: string) => Promise<readonly ProviderPayment[]>
  /** Idempotent: two requests with one key refund once. */
  readonly refund: (input: { paymentId: string; amountPaise: bigint; key: string }) => Promise<ProviderRefund>
  readonly isSignature: (orderId: string, paymentId: string, signature: string) => boolean
  /** Mandates and debits by them; undefined where the account has none. */
  readonly recurring?: RecurringPayments
}

/** The provider did not answer, or not readably: the outcome is unknown, and nothing may be concluded from it. */
export class ProviderUnreachable extends Error {}

/** The provider understood the request and rejected it: the same request would be rejected again. */
export class ProviderRefused extends ProviderUnreachable {}
