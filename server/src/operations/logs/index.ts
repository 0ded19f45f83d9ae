export { listLogs } from './list-logs.ts'
export { logRoutes } from './log-routes.ts'
