import * as reports from '@trading-bot/contract/rest/billing/subscription-reports'
import { bindReport, bindRoute } from '../../platform/http/bind-route.ts'
import { endAdminSubscription, updateAdminSubscription } from './change-subscription.ts'
import { exportSubscriptions } from './export-subscriptions.ts'
import { listAdminSubscriptions, listAllSubscriptions } from './list-subscriptions.ts'
import { readSubscriptionStats } from './read-stats.ts'
import { readAdminSubscription } from './read-subscription.ts'

export const subscriptionReportRoutes = [
  bindRoute(reports.listAllSubscriptions, listAllSubscriptions),
  bindRoute(reports.listAdminSubscriptions, listAdminSubscriptions),
  bindReport(reports.readSubscriptionStats, readSubscriptionStats),
  bindRoute(reports.exportSubscriptions, exportSubscriptions),
  bindRoute(reports.readAdminSubscription, readAdminSubscription),
  bindRoute(reports.updateAdminSubscription, updateAdminSubscription),
  bindRoute(reports.endAdminSubscription, endAdminSubscription),
]
