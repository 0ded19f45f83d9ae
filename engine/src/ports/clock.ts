/** Production uses the system clock, tests and the simulation a virtual one. */
export type Clock = {
  readonly nowMs: () => number
  /** For what has lasted so long: it never steps back or ahead, and says nothing about the time of day. */
  readonly monotonicMs: () => number
}
