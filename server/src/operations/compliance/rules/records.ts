import { HOUR_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { met, notMet, type RuleCheck, SEBI_2025 } from '../rule.ts'

// Sealed every hour; one hour may be missed by a restart.
const SEALED_WITHIN_MS = 2 * HOUR_MS

export const RECORDS_ARE_KEPT: RuleCheck = {
  key: 'records',
  title: 'Orders and the audit trail are kept for five years and cannot be rewritten unseen',
  ...SEBI_2025,
  path: '/admin/logs',
  check: async ({ db, clock }) => {
    const { rows } = await sql<{ at: Date | null; first: Date | null }>`
      select (select max(sealed_at) from seals) as at, (select min(created_at) from orders) as first`.execute(db)
    const at = rows[0]?.at ?? null
    if (at === null) return notMet('Nothing has been sealed yet.')
    if (clock.now().getTime() - at.getTime() > SEALED_WITHIN_MS) return notMet('Nothing was sealed for two hours.', at)
    const first = rows[0]?.first
    const since = first ? ` The first order is of ${first.toISOString().slice(0, 10)}.` : ''
    return met(`Orders and audit lines are never deleted, and are sealed every hour.${since}`, at)
  },
}
