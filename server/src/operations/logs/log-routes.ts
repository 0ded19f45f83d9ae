import * as logs from '@trading-bot/contract/rest/operations/logs'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { listAudit } from './list-audit.ts'
import { listLogs } from './list-logs.ts'

export const logRoutes = [bindRoute(logs.listLogs, listLogs), bindRoute(logs.listAudit, listAudit)]
