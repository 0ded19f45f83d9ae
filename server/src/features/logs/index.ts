export { logRoutes } from './log-routes.ts'
export { recordLog } from './record-log.ts'
