import type { DenialCode } from './denial.ts'
import type { Limits } from './limits.ts'
import { limitReached, type NetFigures, type StoppedBy } from './limit-reached.ts'

/** State of the account and the session when an entry is decided. */
export type EntryMoment = NetFigures & {
  readonly atMs: number
  /** Null if no session is open. */
  readonly entriesUntilMs: number | null
  readonly entriesToday: number
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
  return moment.entriesToday >= limits.maxEntriesPerDay ? 'DAILY_ORDERS_SPENT' : null
}
