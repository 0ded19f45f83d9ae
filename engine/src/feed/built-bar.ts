import type { Paise } from '@trading-bot/core/units'

/** One minute of one instrument. */
export type BuiltBar = {
  readonly startMs: number
  readonly openPaise: Paise
  readonly highPaise: Paise
  readonly lowPaise: Paise
  readonly closePaise: Paise
  readonly volume: number
}
