// A round trip: an entry and the exit that closed it, with what it cost.

import type { PositionSide } from './position.ts'

export type ExitReason =
  | 'SIGNAL'
  | 'STOP_LOSS'
  | 'TARGET'
  | 'SQUARE_OFF'
  | 'DAILY_LOSS'
  | 'DAILY_PROFIT'
  | 'END_OF_DATA'
  /** Live only: the user or an administrator closed it; shares held by mistake, after an order that came late. */
  | 'STOPPED'
  | 'CORRECTION'

export type RoundTrip = {
  readonly symbol: string
  readonly side: PositionSide
  readonly quantity: number
  readonly entryAtMs: number
  readonly entryPricePaise: number
  readonly entryReason: string
  readonly exitAtMs: number
  readonly exitPricePaise: number
  readonly exitReason: ExitReason
  readonly grossPaise: number
  readonly chargesPaise: number
  /** Gross less charges: the figure people are shown. */
  readonly netPaise: number
}
