export { listAuditOf } from './list-audit.ts'
export { listLogs, listLogsOf } from './list-logs.ts'
export { logRoutes } from './log-routes.ts'
