// What the platform needs from whoever takes the money. Amounts are paise.

export type ProviderPayment = {
  readonly id: string
  readonly orderId: string
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  readonly amountPaise: bigint
  readonly currency: string
}

export type ProviderRefund = { readonly id: string; readonly status: 'pending' | 'processed' | 'failed' }

export type PaymentProvider = {
  /** Stamped on every order: decides which later calls it takes. */
  readonly isSimulated: boolean
  /** The public key the browser's checkout needs. */
  readonly keyId: string
  readonly createOrder: (wish: { amountPaise: bigint; receipt: string }) => Promise<string>
  readonly listPayments: (orderId: string) => Promise<readonly ProviderPayment[]>
  /** Asking twice with one key refunds once. */
  readonly refund: (wish: { paymentId: string; amountPaise: bigint; key: string }) => Promise<ProviderRefund>
  readonly isSignature: (orderId: string, paymentId: string, signature: string) => boolean
}

/** The provider did not answer, or not understandably: the outcome is unknown, nothing may be concluded from it. */
export class ProviderUnreachable extends Error {}

/** The provider understood and said no: asking again with the same wish would change nothing. */
export class ProviderRefused extends ProviderUnreachable {}
