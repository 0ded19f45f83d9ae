export { listLogs } from './list-logs.ts'
export { logRoutes } from './log-routes.ts'
export { recordLog } from './record-log.ts'
