import type { Paise } from '../units.ts'

/** The fields of a round trip that metrics need. */
export type ClosedRoundTrip = {
  /** After all charges. */
  readonly netPaise: Paise
  readonly entryAtMs: number
  readonly exitAtMs: number
}
