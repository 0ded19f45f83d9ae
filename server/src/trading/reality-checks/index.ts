export { checkSessions } from './check-sessions.ts'
export { exportChecks } from './export-checks.ts'
export { realityCheckRoutes } from './reality-check-routes.ts'
