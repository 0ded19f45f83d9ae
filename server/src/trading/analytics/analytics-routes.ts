import * as analytics from '@trading-bot/contract/rest/trading/analytics'
import * as auth from '@trading-bot/contract/rest/accounts/auth'
import * as dashboards from '@trading-bot/contract/rest/trading/dashboards'
import { bindReport, bindRoute } from '../../platform/http/bind-route.ts'
import { exportTaxCsv, exportTaxPdf } from './tax/export-tax-statement.ts'
import { exportTrades } from './trades/export-trades.ts'
import { listAllTrades, listOwnTrades, listRecentTrades } from './trades/list-trades.ts'
import { readAccountDashboard } from './read-account-dashboard.ts'
import { readAnalytics } from './read-analytics.ts'
import { readBotDashboard } from './read-bot-dashboard.ts'
import { readBotPerformance } from './read-bot-performance.ts'
import { readTrade } from './trades/read-trade.ts'
import { readTradingStatus } from './read-trading-status.ts'

export const analyticsRoutes = [
  bindRoute(auth.readAccountDashboard, readAccountDashboard),
  bindRoute(dashboards.readBotDashboard, readBotDashboard),
  bindReport(analytics.readAnalytics, readAnalytics),
  bindReport(analytics.readBotPerformance, readBotPerformance),
  bindRoute(analytics.readTradingStatus, readTradingStatus),
  bindRoute(analytics.listRecentTrades, listRecentTrades),
  bindRoute(analytics.listOwnTrades, listOwnTrades),
  bindRoute(analytics.listAllTrades, listAllTrades),
  bindRoute(analytics.readTrade, readTrade),
  bindReport(analytics.exportTrades, exportTrades),
  bindReport(analytics.exportTaxCsv, exportTaxCsv),
  bindReport(analytics.exportTaxPdf, exportTaxPdf),
]
