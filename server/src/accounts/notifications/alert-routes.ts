import * as alerts from '@trading-bot/contract/rest/accounts/alerts'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { readAlerts, saveAlerts, sendMailTest } from './alerts.ts'

export const alertRoutes = [
  bindRoute(alerts.readAlerts, readAlerts),
  bindRoute(alerts.saveAlerts, saveAlerts),
  bindRoute(alerts.sendMailTest, sendMailTest),
]
