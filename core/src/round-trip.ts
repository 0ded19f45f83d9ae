// A round trip: an entry and the exit that closed it, with charges and net profit.

import type { Paise, Quantity } from './units.ts'
import type { PositionSide } from './position.ts'

export const EXIT_REASONS = [
  'SIGNAL',
  'STOP_LOSS',
  'TARGET',
  'SQUARE_OFF',
  'DAILY_LOSS',
  'DAILY_PROFIT',
  'WEEKLY_LOSS',
  'DRAWDOWN',
  'END_OF_DATA',
  // Live only: closed by the user or an administrator; or shares of an orphaned position, after an order filled late.
  'STOPPED',
  'CORRECTION',
  // Live only: the owner or the broker closed it; or the broker refused the stop that should have rested at the exchange.
  'OUTSIDE',
  'STOP_REFUSED',
] as const
export type ExitReason = (typeof EXIT_REASONS)[number]

export type RoundTrip = {
  readonly symbol: string
  readonly side: PositionSide
  readonly quantity: Quantity
  readonly entryAtMs: number
  readonly entryPricePaise: Paise
  readonly entryReason: string
  readonly exitAtMs: number
  readonly exitPricePaise: Paise
  readonly exitReason: ExitReason
  readonly grossPaise: Paise
  readonly chargesPaise: Paise
  /** Gross less charges, the figure shown to users. */
  readonly netPaise: Paise
}
