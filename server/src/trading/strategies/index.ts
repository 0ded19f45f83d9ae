export { wasCheckedOnRealDays } from './bot-code-store.ts'
export { botCodeRoutes } from './bot-code-routes.ts'
export { proveEnvironment } from './environment/prove-environment.ts'
export { findDeployedScript } from './find-deployed-script.ts'
export { endOverdueBacktests, runBacktestJob } from './backtests/run-backtest-job.ts'
export { cancelRow as cancelHistoryRunRow, countOpen as countOpenRuns } from './backtests/backtest-store.ts'
export {
  countHistoryRuns,
  findHistoryRun,
  type HistoryRunRow,
  listHistoryRunRows,
  queueHistoryRun,
  readHistoryRunCount,
} from './backtests/history-runs.ts'
export { openSweepRunner, tidyOldSweeps } from './sweeps/run-sweep-chunk.ts'
export { marketOfBacktest } from './trials/trial-market.ts'
export { findBotSettings } from './definition/read-strategy-settings.ts'
export { findDeployedBot } from './definition/find-deployed-strategy.ts'
export { findUnsellable } from './find-unsellable.ts'
export { findVersionLogic, readVersionLogic } from './find-version-logic.ts'
export { listChangedLogic, recordLogicHashes } from './record-logic-hashes.ts'
export { checkForm } from './form-parameters.ts'
export type { VersionLogic } from './definition/logic-hash.ts'
export { printedSource } from './definition/source.ts'
export { BotConfig } from './definition/strategy-config.ts'
export { findRefusedParameter, namedParameters, refusedParameter } from './refused-parameter.ts'
