export { checkSessions } from './check-sessions.ts'
export { realityCheckRoutes } from './reality-check-routes.ts'
