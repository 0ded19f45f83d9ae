import type { DenialCode } from './denial.ts'
import type { Limits } from './limits.ts'

/** What is known of the account and the session when an entry is decided. */
export type EntryMoment = {
  readonly atMs: number
  /** Null where no session is open. */
  readonly entriesUntilMs: number | null
  readonly entriesToday: number
  /** Net profit of the session so far, open positions included. */
  readonly dayNetPaise: number
  /** Why the session's limit stopped the account earlier, even if the profit has moved back since. */
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

/** Reaching the limit counts: a loss of exactly the allowed loss has spent it. */
export function dayLimitReached(dayNetPaise: number, limits: Limits): 'DAILY_LOSS' | 'DAILY_PROFIT' | null {
  if (limits.maxLossPerDayPaise !== null && dayNetPaise <= -limits.maxLossPerDayPaise) return 'DAILY_LOSS'
  if (limits.maxProfitPerDayPaise !== null && dayNetPaise >= limits.maxProfitPerDayPaise) return 'DAILY_PROFIT'
  return null
}
