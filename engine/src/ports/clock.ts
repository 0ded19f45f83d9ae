/** Production uses the system clock, tests and the simulation a virtual one. */
export type Clock = { readonly nowMs: () => number }
