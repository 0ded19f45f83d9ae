import * as planAdmin from '@trading-bot/contract/rest/billing/plan-admin'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { announcePrice } from './announce-price.ts'
import { archivePlan } from './archive-plan.ts'

export { tellOfArchive } from './archive-plan.ts'
export { tellOfPrices } from './tell-of-prices.ts'

export const priceNoticeRoutes = [
  bindRoute(planAdmin.announcePrice, announcePrice),
  bindRoute(planAdmin.archivePlan, archivePlan),
]
