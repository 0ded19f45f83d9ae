import {
  ACCOUNT_RETENTION,
  type RetentionRule,
  retentionText,
  SCHEDULED_RETENTION,
} from '@trading-bot/contract/legal/retention'
import type { listRetention as spec } from '@trading-bot/contract/rest/operations/retention'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listRuns, type Run } from './retention-store.ts'

export const listRetention: UseCase<typeof spec> = async ({ db }) => {
  const runs = await listRuns(db)
  const scheduled = Object.entries(SCHEDULED_RETENTION).map(([key, rule]) => {
    const run = runs.find((row) => row.rule === key)
    return { ...textsOf(rule), is_scheduled: true, last_run: run ? runView(run) : null }
  })
  return [...scheduled, ...ACCOUNT_RETENTION.map((rule) => ({ ...textsOf(rule), is_scheduled: false, last_run: null }))]
}

function textsOf(rule: RetentionRule) {
  return { what: rule.what, rule: retentionText(rule), why: rule.why }
}

function runView({ ran_at, deleted }: Run) {
  return { at: ran_at.toISOString(), deleted: Number(deleted) }
}
