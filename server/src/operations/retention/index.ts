import * as retention from '@trading-bot/contract/rest/operations/retention'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { listRetention } from './list-retention.ts'

export { applyRetention } from './apply-retention.ts'

export const retentionRoutes = [bindRoute(retention.listRetention, listRetention)]
