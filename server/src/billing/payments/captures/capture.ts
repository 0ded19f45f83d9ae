/** What the provider says it took. */
export type Capture = { readonly providerPaymentId: string; readonly amountPaise: bigint; readonly currency: string }
