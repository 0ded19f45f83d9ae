import type { DenialCode } from './denial.ts'
import type { Limits } from './limits.ts'

/** State of the account and the session when an entry is decided. */
export type EntryMoment = {
  readonly atMs: number
  /** Null if no session is open. */
  readonly entriesUntilMs: number | null
  readonly entriesToday: number
  /** Net profit of the session so far, including open positions. */
  readonly dayNetPaise: number
  /** The daily limit reached earlier in the session, even if the profit has moved back since. */
  readonly stoppedBy: 'DAILY_LOSS' | 'DAILY_PROFIT' | null
}

export function checkEntry(moment: EntryMoment, limits: Limits): DenialCode | null {
  if (moment.entriesUntilMs === null) return 'MARKET_CLOSED'
  if (moment.atMs >= moment.entriesUntilMs) return 'ENTRIES_ENDED'
  const stoppedBy = moment.stoppedBy ?? dayLimitReached(moment.dayNetPaise, limits)
  if (stoppedBy === 'DAILY_LOSS') return 'DAILY_LOSS_SPENT'
  if (stoppedBy === 'DAILY_PROFIT') return 'DAILY_PROFIT_REACHED'
  return moment.entriesToday >= limits.maxEntriesPerDay ? 'DAILY_ORDERS_SPENT' : null
}

/** A loss of exactly the allowed amount counts as reached. */
export function dayLimitReached(dayNetPaise: number, limits: Limits): 'DAILY_LOSS' | 'DAILY_PROFIT' | null {
  if (limits.maxLossPerDayPaise !== null && dayNetPaise <= -limits.maxLossPerDayPaise) return 'DAILY_LOSS'
  if (limits.maxProfitPerDayPaise !== null && dayNetPaise >= limits.maxProfitPerDayPaise) return 'DAILY_PROFIT'
  return null
}
