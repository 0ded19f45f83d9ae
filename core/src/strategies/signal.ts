// A strategy's signals at a bar close as bits of one byte, so that a million bars take one megabyte.
// A strategy does not know positions: an exit for a side that is not held has no effect.

export const ENTER_LONG = 1
export const ENTER_SHORT = 2
export const EXIT_LONG = 4
export const EXIT_SHORT = 8

/** The reason of each signal, shown on orders and trades. */
export type SignalReasons = {
  readonly enterLong: string
  readonly enterShort: string
  readonly exitLong: string
  readonly exitShort: string
}
