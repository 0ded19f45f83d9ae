/** What the metrics need to know of a round trip; the core's `Trade` is one. */
export type ClosedRoundTrip = {
  /** After all charges. */
  readonly netPaise: number
  readonly entryAtMs: number
  readonly exitAtMs: number
}
