/** A part of a capital, as an order of a model account names it: what it was worth, and of how much. */
export type Share = { readonly valuePaise: number; readonly ofPaise: number }
