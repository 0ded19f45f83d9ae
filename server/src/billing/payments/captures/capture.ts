/** A capture as the provider reports it. */
export type Capture = { readonly providerPaymentId: string; readonly amountPaise: bigint; readonly currency: string }
