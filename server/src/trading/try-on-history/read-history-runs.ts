import type {
  cancelHistoryRun as cancel,
  listHistoryRuns as list,
  readHistoryRun as read,
} from '@trading-bot/contract/rest/trading/history-runs'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { isoDay } from '@trading-bot/core/time'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findValid } from '../../billing/subscriptions/index.ts'
import { findOwnBot } from '../bot-instances/index.ts'
import { cancelHistoryRunRow, findHistoryRun, listHistoryRunRows, readHistoryRunCount } from '../strategies/index.ts'
import { rightsToRun } from './rights-to-run.ts'
import { monthOf, runsPerMonth } from './history-quota.ts'
import { historyRunFacts, historyRunView } from './history-run-view.ts'

export const listHistoryRuns: UseCase<typeof list> = async (context, { id }) => {
  const { db, actor, clock } = context
  const bot = await findOwnBot(db, id, actor.userId)
  if (!bot) return refuse('NOT_FOUND')
  const now = clock.now()
  const { start, end } = monthOf(now)
  const subscription = await findValid(db, actor.userId, now)
  const rows = await listHistoryRunRows(db, { user_bot_id: id })
  const rights = await rightsToRun(context, bot)
  return {
    most: subscription?.id === bot.subscription_id ? await runsPerMonth(db, subscription) : 0,
    used: await readHistoryRunCount(db, 'user_bot_id', actor.userId, start),
    renews_at: end.toISOString(),
    claim: rights.claim,
    last_day: isoDay(rights.lastDay),
    runs: rows.map((row) => historyRunFacts(row, rights)),
  }
}

export const readHistoryRun: UseCase<typeof read> = async (context, { id, run_id }) => {
  const bot = await findOwnBot(context.db, id, context.actor.userId)
  const run = bot && (await findHistoryRun(context.db, { user_bot_id: id }, run_id))
  return run ? historyRunView(run, await rightsToRun(context, bot)) : refuse('NOT_FOUND')
}

export const cancelHistoryRun: UseCase<typeof cancel> = async (context, { id, run_id }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const bot = await findOwnBot(tx, id, actor.userId)
    const run = bot && (await findHistoryRun(tx, { user_bot_id: id }, run_id))
    if (!bot || !run) return refuse('NOT_FOUND')
    if (!(await cancelHistoryRunRow(tx, run_id, clock.now()))) return refuse('BACKTEST_OVER')
    await recordAudit(tx, context, { action: 'history_run.cancelled', subject: { kind: 'backtest', id: run_id } })
    const rights = await rightsToRun(context, bot)
    return historyRunView((await findHistoryRun(tx, { user_bot_id: id }, run_id))!, rights)
  })
}
