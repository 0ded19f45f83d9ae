import { PLAN_RUNS_PER_DAY, type startPlanRun as spec } from '@trading-bot/contract/rest/trading/history-runs'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findBotPlan, isBotPlanOffered } from '../../billing/plans/index.ts'
import { resolvePlan } from '../bot-instances/index.ts'
import { countHistoryRuns, countOpenRuns, findHistoryRun, queueHistoryRun } from '../strategies/index.ts'
import { rightsToRun } from './rights-to-run.ts'
import { daysOfRun } from './days-of-run.ts'
import { historyRunView } from './history-run-view.ts'
import { marketOfRun } from './market-of-run.ts'
import { dayStart } from './plan-runs.ts'

/** Runs a plan's bot as its buyer would start it: the plan's symbols and limits, with the typed capital. */
export const startPlanRun: UseCase<typeof spec> = async (context, { id, capital, ...asked }) => {
  const { db, actor, clock } = context
  const plan = await findBotPlan(db, id)
  if (!plan) return refuse('NOT_FOUND')
  const isOffered = plan.backtesting_enabled && (await isBotPlanOffered(db, plan))
  const resolved = isOffered ? await resolvePlan(db, plan) : undefined
  if (!resolved || resolved.instruments.length === 0) return refuse('PLAN_RUN_NOT_OFFERED')
  const { bot, admin, instruments, parameters, limits } = resolved
  const rights = await rightsToRun(context, { bot_plan_id: id })
  const days = daysOfRun(rights, asked)
  if (days instanceof Refusal) return days
  const market = await marketOfRun(context, rights, instruments, days)
  if (market instanceof Refusal) return market
  const now = clock.now()
  const origin = { bot_plan_id: id, userId: actor.userId }
  return db.transaction().execute(async (tx) => {
    // Counted and inserted under one lock: runs asked for at the same moment cannot exceed the day's number.
    if ((await countHistoryRuns(tx, 'bot_plan_id', actor.userId, dayStart(now))) >= PLAN_RUNS_PER_DAY) {
      return refuse('PLAN_RUNS_SPENT', { values: { most: String(PLAN_RUNS_PER_DAY) } })
    }
    if ((await countOpenRuns(tx, actor.userId)) > 0) return refuse('HISTORY_RUN_UNDER_WAY')
    const runId = await queueHistoryRun(
      tx,
      {
        userId: actor.userId,
        origin,
        strategyId: bot.id,
        version: bot.number,
        symbols: instruments,
        interval: admin.interval,
        rules: {
          parameters: parameters as Record<string, number | boolean>,
          capital: capitalOf(plan.bot_type, Math.round(capital * 100)),
          limits,
          excludedSymbols: [],
        },
        days,
        market,
      },
      now,
    )
    if (runId === undefined) return refuse('PLAN_RUN_NOT_OFFERED')
    await recordAudit(tx, context, {
      action: 'history_run.started',
      subject: { kind: 'backtest', id: runId },
      after: { bot_plan_id: id, ...asked, capital, market },
    })
    return historyRunView((await findHistoryRun(tx, origin, runId))!, rights)
  })
}

/** A bot that trades both sides has half of it for each. */
function capitalOf(botType: string, paise: number) {
  if (!isTwoSided(botType)) return { capitalPaise: paise }
  const half = Math.floor(paise / 2)
  return { longCapitalPaise: half, shortCapitalPaise: half }
}
