export { listLogs } from './list-logs.ts'
export { logRoutes } from './log-routes.ts'
export { recordLog, type SystemLog } from './record-log.ts'
