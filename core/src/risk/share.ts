/** A part of a capital: the value of a model account's order and the capital it was taken from. */
export type Share = { readonly valuePaise: number; readonly ofPaise: number }
