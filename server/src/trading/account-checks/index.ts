export { accountCheckRoutes } from './account-check-routes.ts'
export { startAccountChecks } from './start-account-checks.ts'
