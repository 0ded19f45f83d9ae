import * as goodwill from '@trading-bot/contract/rest/billing/goodwill'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { changePlanOfUser, previewPlanOfUser } from './change-plan-of-user.ts'
import { giveCredit } from './give-credit.ts'
import { extendPlan, grantPlan } from './give-days.ts'
import { listGoodwillOf } from './goodwill-store.ts'

export { extendUser } from './give-days.ts'
export { forgetReasons, listGoodwillOf } from './goodwill-store.ts'

export const goodwillRoutes = [
  bindRoute(goodwill.listGoodwill, async ({ db, actor }) => listGoodwillOf(db, actor.userId)),
  bindRoute(goodwill.extendPlan, extendPlan),
  bindRoute(goodwill.grantPlan, grantPlan),
  bindRoute(goodwill.previewPlanOfUser, previewPlanOfUser),
  bindRoute(goodwill.changePlanOfUser, changePlanOfUser),
  bindRoute(goodwill.giveCredit, giveCredit),
]
