// Debits by mandate, as the provider offers them. The provider calls a mandate a token.

export type MandateMethod = 'upi' | 'card' | 'emandate'
export type TokenStatus = 'initiated' | 'confirmed' | 'rejected' | 'cancelled' | 'paused'

export type ProviderToken = {
  readonly id: string
  readonly status: TokenStatus
  readonly bank: string | null
  /** What its holder knows the account by: the last digits, or the address of UPI. */
  readonly hint: string | null
  readonly failureReason: string | null
}

export type MandateOrder = {
  readonly customerId: string
  readonly method: MandateMethod
  readonly amountPaise: bigint
  readonly maxPaise: bigint
  readonly expiresAt: Date
  readonly receipt: string
}

export type DebitOrder = {
  readonly amountPaise: bigint
  readonly receipt: string
  /** The bank tells the holder of the debit, which comes after this instant at the earliest. */
  readonly notice: { readonly tokenId: string; readonly debitAfter: Date } | null
}

export type Debit = {
  readonly orderId: string
  readonly customerId: string
  readonly tokenId: string
  readonly amountPaise: bigint
  readonly email: string
  readonly contact: string
  readonly description: string
}

export type RecurringPayments = {
  /** The existing customer where there is one with this address. */
  readonly createCustomer: (person: { name: string; email: string; contact: string }) => Promise<string>
  /** Its payment in the browser registers the mandate. */
  readonly createMandateOrder: (order: MandateOrder) => Promise<string>
  readonly createDebitOrder: (order: DebitOrder) => Promise<{ orderId: string; noticeId: string | null }>
  /** The bank decides later: this answers only which payment it will be. */
  readonly debit: (debit: Debit) => Promise<string>
  /** Those that the provider lists; some UPI mandates are known by their webhooks alone. */
  readonly listTokens: (customerId: string) => Promise<readonly ProviderToken[]>
  /** Ends the mandate at the bank too; the provider reports the end later. */
  readonly cancelToken: (customerId: string, tokenId: string) => Promise<void>
}

/** What a registration charges, which some methods need and others do not allow. */
export function registrationPaise(method: MandateMethod): bigint {
  return method === 'emandate' ? 0n : 100n
}
