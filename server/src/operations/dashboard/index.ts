import * as dashboards from '@trading-bot/contract/rest/trading/dashboards'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { readAdminDashboard } from './read-admin-dashboard.ts'

export const dashboardRoutes = [bindRoute(dashboards.readAdminDashboard, readAdminDashboard)]
