import { analyticsRoutes } from './features/analytics/index.ts'
import { authRoutes } from './features/auth/index.ts'
import { botCodeRoutes } from './features/bot-code/index.ts'
import { botRoutes } from './features/bots/index.ts'
import { catalogueRoutes } from './features/catalogue/index.ts'
import { credentialRoutes } from './features/credentials/index.ts'
import { instanceRoutes } from './features/instances/index.ts'
import { invoiceRoutes } from './features/invoices/index.ts'
import { calendarRoutes } from './features/market-calendar/index.ts'
import { logRoutes } from './features/logs/index.ts'
import { maintenanceRoutes } from './features/maintenance/index.ts'
import { paymentRoutes } from './features/payments/index.ts'
import { platformRoutes } from './features/platform/index.ts'
import { subscriptionReportRoutes } from './features/subscription-reports/index.ts'
import { settingRoutes } from './features/settings/index.ts'
import { subscriptionRoutes } from './features/subscriptions/index.ts'
import { symbolRoutes } from './features/symbols/index.ts'
import { telegramRoutes } from './features/telegram/index.ts'
import { userRoutes } from './features/users/index.ts'
import type { Route } from './http/bind-route.ts'

/** Every route of the API; a test holds it against the contract's table. */
export const ROUTES: readonly Route[] = [
  ...authRoutes,
  ...telegramRoutes,
  ...platformRoutes,
  ...catalogueRoutes,
  ...symbolRoutes,
  ...subscriptionReportRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...credentialRoutes,
  ...botRoutes,
  ...analyticsRoutes,
  ...botCodeRoutes,
  ...invoiceRoutes,
  ...instanceRoutes,
  ...settingRoutes,
  ...maintenanceRoutes,
  ...calendarRoutes,
  ...logRoutes,
  ...userRoutes,
]
