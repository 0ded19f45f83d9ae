export { botCodeRoutes } from './bot-code-routes.ts'
export { findDeployedScript } from './find-deployed-script.ts'
export { runBacktestJob } from './run-backtest-job.ts'
