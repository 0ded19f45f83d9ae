import {
  ACCOUNT_RETENTION,
  type RetentionRule,
  retentionPeriod,
  SCHEDULED_RETENTION,
} from '@trading-bot/contract/legal/retention'
import type { listRetention as spec, RetentionState } from '@trading-bot/contract/rest/operations/retention'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listRuns } from './retention-store.ts'

export const listRetention: UseCase<typeof spec> = async ({ db }) => {
  const runs = await listRuns(db)
  const scheduled = Object.entries(SCHEDULED_RETENTION).map(([key, rule]) => {
    const run = runs.find((row) => row.rule === key)
    return stateOf(rule, run ? { at: run.ran_at.toISOString(), deleted: Number(run.deleted) } : null)
  })
  return [...scheduled, ...ACCOUNT_RETENTION.map((rule) => stateOf(rule, null))]
}

function stateOf(rule: RetentionRule, last_run: RetentionState['last_run']): RetentionState {
  return { what: rule.what, period: retentionPeriod(rule), why: rule.why, then: rule.then, last_run }
}
