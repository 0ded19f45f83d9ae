import { hearAccounts, type Journal } from '@trading-bot/core/trading/account/journal/hear-account'
import type { UserId } from '@trading-bot/core/units'
import type { Execution } from './execution.ts'

/** The journal of a user, begun with the first of their accounts; undefined for users who keep none. */
export function journalOf({ journals, setup }: Execution, userId: UserId): Journal | undefined {
  const known = journals.get(userId)
  const write = known ? null : setup.journalOf?.(userId)
  if (!write) return known
  const journal = hearAccounts(write)
  journals.set(userId, journal)
  return journal
}
