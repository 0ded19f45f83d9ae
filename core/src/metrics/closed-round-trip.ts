/** The fields of a round trip that metrics need. */
export type ClosedRoundTrip = {
  /** After all charges. */
  readonly netPaise: number
  readonly entryAtMs: number
  readonly exitAtMs: number
}
