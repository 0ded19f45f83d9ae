/** One minute of one instrument. */
export type BuiltBar = {
  readonly startMs: number
  readonly openPaise: number
  readonly highPaise: number
  readonly lowPaise: number
  readonly closePaise: number
  readonly volume: number
}
