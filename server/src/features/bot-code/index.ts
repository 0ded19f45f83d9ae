export { botCodeRoutes } from './bot-code-routes.ts'
export { runBacktestJob } from './run-backtest-job.ts'
