import {
  cancelHistoryRun,
  cancelPlanRun,
  listHistoryRuns,
  listPlanRuns,
  readHistoryRun,
  readPlanRun,
} from '@trading-bot/contract/rest/trading/history-runs'

export const OWN_BOT_RUNS = { list: listHistoryRuns, read: readHistoryRun, cancel: cancelHistoryRun }
export const PLAN_RUNS = { list: listPlanRuns, read: readPlanRun, cancel: cancelPlanRun }

/** The own bot's runs and those of a plan's bot answer alike. */
export type RunCalls = typeof OWN_BOT_RUNS | typeof PLAN_RUNS
