/** Time is handed in: the product hands in the machine's clock, a test or a simulation a virtual one. */
export type Clock = { readonly nowMs: () => number }
