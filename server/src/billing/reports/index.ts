export { countOf as countSubscriptions } from './report-counts.ts'
export { listReportedOfUser, sumRefunds } from './report-store.ts'
export { subscriptionReportRoutes } from './subscription-report-routes.ts'
