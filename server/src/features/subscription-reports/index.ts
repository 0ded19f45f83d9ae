export { subscriptionReportRoutes } from './subscription-report-routes.ts'
