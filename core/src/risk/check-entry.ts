import type { DenialCode } from './denial.ts'
import type { Limits } from './limits.ts'
import { limitReached, type NetFigures, type StoppedBy } from './limit-reached.ts'

/** State of the account and the session when an entry is decided. */
export type EntryMoment = NetFigures & {
  readonly atMs: number
  /** Null if no session is open. */
  readonly entriesUntilMs: number | null
  readonly entriesToday: number
  /** Symbols held or being entered, without the one that is entered now: a reversal opens no further position. */
  readonly otherPositions: number
  /** The owner wants no new position in this symbol. */
  readonly isExcluded: boolean
  /** The limit reached earlier, even if the profit has moved back since. */
  readonly stoppedBy: StoppedBy | null
}

const DENIED_BY = {
  DAILY_LOSS: 'DAILY_LOSS_SPENT',
  DAILY_PROFIT: 'DAILY_PROFIT_REACHED',
  WEEKLY_LOSS: 'WEEKLY_LOSS_SPENT',
  DRAWDOWN: 'DRAWDOWN_REACHED',
} as const satisfies Record<StoppedBy, DenialCode>

export function checkEntry(moment: EntryMoment, limits: Limits): DenialCode | null {
  if (moment.entriesUntilMs === null) return 'MARKET_CLOSED'
  if (moment.atMs >= moment.entriesUntilMs) return 'ENTRIES_ENDED'
  const stoppedBy = moment.stoppedBy ?? limitReached(moment, limits)
  if (stoppedBy !== null) return DENIED_BY[stoppedBy]
  if (moment.isExcluded) return 'SYMBOL_EXCLUDED'
  if (moment.entriesToday >= limits.maxEntriesPerDay) return 'DAILY_ORDERS_SPENT'
  const { maxOpenPositions } = limits
  return maxOpenPositions !== null && moment.otherPositions >= maxOpenPositions ? 'OPEN_POSITIONS_SPENT' : null
}
