import type { startHistoryRun as spec } from '@trading-bot/contract/rest/trading/history-runs'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { tightenLimits } from '@trading-bot/core/risk/own-limits'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { lockValid } from '../../billing/subscriptions/index.ts'
import { BotSettings, findOwnBot, ownLimitsOf } from '../bot-instances/index.ts'
import { countHistoryRuns, countOpenRuns, findHistoryRun, queueHistoryRun } from '../strategies/index.ts'
import { monthOf, runsPerMonth } from './history-quota.ts'
import { rightsToRun } from './rights-to-run.ts'
import { daysOfRun } from './days-of-run.ts'
import { historyRunView } from './history-run-view.ts'
import { marketOfRun } from './market-of-run.ts'

/** Runs the bot as it is now: its version, symbols, capital and limits, with those that its owner tightened. */
export const startHistoryRun: UseCase<typeof spec> = async (context, { id, ...asked }) => {
  const { db, actor, clock } = context
  const bot = await findOwnBot(db, id, actor.userId)
  if (!bot) return refuse('NOT_FOUND')
  const { instruments, interval, parameters, capital, limits } = BotSettings.parse(bot.settings)
  const rights = await rightsToRun(context, bot)
  const days = daysOfRun(rights, asked)
  if (days instanceof Refusal) return days
  const market = await marketOfRun(context, rights, instruments, days)
  if (market instanceof Refusal) return market
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const subscription = await lockValid(tx, bot.subscription_id, now)
    if (!subscription) return refuse('PLAN_ENDED')
    const most = await runsPerMonth(tx, subscription)
    if (most === 0) return refuse('HISTORY_NOT_IN_PLAN')
    const { start, end } = monthOf(now)
    // Counted and inserted under one lock: runs asked for at the same moment cannot exceed the plan.
    if ((await countHistoryRuns(tx, 'user_bot_id', actor.userId, start)) >= most) {
      const day = isoDay(indiaDayNumber(end.getTime()))
      return refuse('HISTORY_RUNS_SPENT', { values: { most: String(most), day } })
    }
    if ((await countOpenRuns(tx, actor.userId)) > 0) return refuse('HISTORY_RUN_UNDER_WAY')
    const own = ownLimitsOf(bot)
    const runId = await queueHistoryRun(
      tx,
      {
        userId: actor.userId,
        origin: { user_bot_id: id },
        strategyId: bot.strategy_id,
        version: bot.version,
        symbols: instruments,
        interval,
        rules: {
          parameters: parameters as Record<string, number | boolean>,
          capital,
          limits: tightenLimits(limits, own),
          excludedSymbols: [...own.excludedSymbols],
        },
        days,
        market,
      },
      now,
    )
    if (runId === undefined) return refuse('NOT_FOUND')
    await recordAudit(tx, context, {
      action: 'history_run.started',
      subject: { kind: 'backtest', id: runId },
      after: { user_bot_id: id, ...asked, market },
    })
    return historyRunView((await findHistoryRun(tx, { user_bot_id: id }, runId))!, rights)
  })
}
