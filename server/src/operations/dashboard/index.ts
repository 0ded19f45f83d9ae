import * as dashboards from '@trading-bot/contract/rest/trading/dashboards'
import { readOperationsStrip as strip } from '@trading-bot/contract/rest/operations/strip'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { readOperationsStrip } from './read-operations-strip.ts'
import { readAdminDashboard } from './read-admin-dashboard.ts'

export const dashboardRoutes = [
  bindRoute(dashboards.readAdminDashboard, readAdminDashboard),
  bindRoute(strip, readOperationsStrip),
]
