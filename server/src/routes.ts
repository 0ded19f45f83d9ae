import { accountCheckRoutes } from './trading/account-checks/index.ts'
import { algoRoutes } from './trading/algo-registry/index.ts'
import { analyticsRoutes } from './trading/analytics/index.ts'
import { authRoutes } from './accounts/auth/index.ts'
import { botCodeRoutes } from './trading/strategies/index.ts'
import { botRoutes } from './trading/bot-instances/index.ts'
import { consentRoutes } from './accounts/consents/index.ts'
import { engineRoutes } from './trading/engine-adapters/index.ts'
import { dashboardRoutes } from './operations/dashboard/index.ts'
import { planRoutes } from './billing/plans/index.ts'
import { credentialRoutes } from './trading/credentials/index.ts'
import { hostingRoutes } from './trading/hosting/index.ts'
import { instanceRoutes } from './operations/instances/index.ts'
import { historyRunRoutes } from './trading/try-on-history/index.ts'
import { invoiceRoutes } from './billing/invoices/index.ts'
import { calendarRoutes } from './trading/market-calendar/index.ts'
import { marketDataRoutes } from './trading/market-data/index.ts'
import { liveOutputRoutes } from './trading/live-output/index.ts'
import { logRoutes } from './operations/logs/index.ts'
import { maintenanceRoutes } from './operations/maintenance/index.ts'
import { goodwillRoutes } from './billing/goodwill/index.ts'
import { priceNoticeRoutes } from './billing/price-notices/index.ts'
import { couponRoutes } from './billing/coupons/index.ts'
import { businessRoutes } from './billing/business/index.ts'
import { renewalRoutes } from './billing/renewals/index.ts'
import { paymentRoutes } from './billing/payments/index.ts'
import { platformRoutes } from './operations/health/index.ts'
import { retentionRoutes } from './operations/retention/index.ts'
import { realityCheckRoutes } from './trading/reality-checks/index.ts'
import { subscriptionReportRoutes } from './billing/reports/index.ts'
import { searchRoutes } from './operations/search/index.ts'
import { settingRoutes } from './operations/settings/index.ts'
import { subscriptionRoutes } from './billing/subscriptions/index.ts'
import { symbolRoutes } from './trading/symbols/index.ts'
import { alertRoutes, telegramRoutes } from './accounts/notifications/index.ts'
import { complaintRoutes } from './operations/complaints/index.ts'
import { complianceRoutes } from './operations/compliance/index.ts'
import { bulkRoutes } from './operations/bulk/index.ts'
import { userRoutes } from './operations/users/index.ts'
import type { Route } from './platform/http/bind-route.ts'

/** Every route of the API; a test compares it with the contract. */
export const ROUTES: readonly Route[] = [
  ...authRoutes,
  ...consentRoutes,
  ...telegramRoutes,
  ...alertRoutes,
  ...platformRoutes,
  ...planRoutes,
  ...symbolRoutes,
  ...subscriptionReportRoutes,
  ...businessRoutes,
  ...couponRoutes,
  ...goodwillRoutes,
  ...priceNoticeRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...renewalRoutes,
  ...credentialRoutes,
  ...botRoutes,
  ...historyRunRoutes,
  ...accountCheckRoutes,
  ...realityCheckRoutes,
  ...analyticsRoutes,
  ...dashboardRoutes,
  ...botCodeRoutes,
  ...liveOutputRoutes,
  ...algoRoutes,
  ...hostingRoutes,
  ...invoiceRoutes,
  ...instanceRoutes,
  ...engineRoutes,
  ...settingRoutes,
  ...retentionRoutes,
  ...maintenanceRoutes,
  ...complaintRoutes,
  ...complianceRoutes,
  ...calendarRoutes,
  ...marketDataRoutes,
  ...logRoutes,
  ...userRoutes,
  ...bulkRoutes,
  ...searchRoutes,
]
