import * as api from '@trading-bot/contract/rest/trading/history-runs'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { cancelHistoryRun, listHistoryRuns, readHistoryRun } from './read-history-runs.ts'
import { cancelPlanRun, listPlanRuns, readPlanRun } from './plan-runs.ts'
import { startHistoryRun } from './start-history-run.ts'
import { startPlanRun } from './start-plan-run.ts'

export const historyRunRoutes = [
  bindRoute(api.listHistoryRuns, listHistoryRuns),
  bindRoute(api.startHistoryRun, startHistoryRun),
  bindRoute(api.readHistoryRun, readHistoryRun),
  bindRoute(api.cancelHistoryRun, cancelHistoryRun),
  bindRoute(api.listPlanRuns, listPlanRuns),
  bindRoute(api.startPlanRun, startPlanRun),
  bindRoute(api.readPlanRun, readPlanRun),
  bindRoute(api.cancelPlanRun, cancelPlanRun),
]
