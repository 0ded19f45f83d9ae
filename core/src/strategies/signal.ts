// What a strategy says at a bar's close, as bits of one byte: a million bars of signals are one megabyte.
// A strategy does not know whether anybody holds a position: an exit for a side nobody holds means nothing.

export const ENTER_LONG = 1
export const ENTER_SHORT = 2
export const EXIT_LONG = 4
export const EXIT_SHORT = 8

/** Why each signal is given, in words that appear on orders and trades. */
export type SignalReasons = {
  readonly enterLong: string
  readonly enterShort: string
  readonly exitLong: string
  readonly exitShort: string
}
