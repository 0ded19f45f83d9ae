// A plan's bot on history before it is bought: own runs only, counted by the day.
import {
  type cancelPlanRun as cancel,
  type listPlanRuns as list,
  PLAN_RUNS_PER_DAY,
  type readPlanRun as read,
} from '@trading-bot/contract/rest/trading/history-runs'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS, indiaDayNumber, indiaDayStartMs, isoDay } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findBotPlan } from '../../billing/plans/index.ts'
import { cancelHistoryRunRow, findHistoryRun, listHistoryRunRows, readHistoryRunCount } from '../strategies/index.ts'
import { rightsToRun } from './rights-to-run.ts'
import { historyRunFacts, historyRunView } from './history-run-view.ts'

export const listPlanRuns: UseCase<typeof list> = async (context, { id }) => {
  const { db, actor, clock } = context
  const plan = await findBotPlan(db, id)
  if (!plan) return refuse('NOT_FOUND')
  const start = dayStart(clock.now())
  const rows = await listHistoryRunRows(db, { bot_plan_id: id, userId: actor.userId })
  const rights = await rightsToRun(context, { bot_plan_id: id })
  return {
    most: plan.backtesting_enabled ? PLAN_RUNS_PER_DAY : 0,
    used: await readHistoryRunCount(db, 'bot_plan_id', actor.userId, start),
    renews_at: new Date(start.getTime() + DAY_MS).toISOString(),
    claim: rights.claim,
    last_day: isoDay(rights.lastDay),
    runs: rows.map((row) => historyRunFacts(row, rights)),
  }
}

export const readPlanRun: UseCase<typeof read> = async (context, { id, run_id }) => {
  const run = await findHistoryRun(context.db, { bot_plan_id: id, userId: context.actor.userId }, run_id)
  return run ? historyRunView(run, await rightsToRun(context, { bot_plan_id: id })) : refuse('NOT_FOUND')
}

export const cancelPlanRun: UseCase<typeof cancel> = async (context, { id, run_id }) => {
  const { db, actor, clock } = context
  const origin = { bot_plan_id: id, userId: actor.userId }
  const rights = await rightsToRun(context, { bot_plan_id: id })
  return db.transaction().execute(async (tx) => {
    if (!(await findHistoryRun(tx, origin, run_id))) return refuse('NOT_FOUND')
    if (!(await cancelHistoryRunRow(tx, run_id, clock.now()))) return refuse('BACKTEST_OVER')
    await recordAudit(tx, context, { action: 'history_run.cancelled', subject: { kind: 'backtest', id: run_id } })
    return historyRunView((await findHistoryRun(tx, origin, run_id))!, rights)
  })
}

export function dayStart(now: Date): Date {
  return new Date(indiaDayStartMs(indiaDayNumber(now.getTime())))
}
