import * as planAdmin from '@trading-bot/contract/rest/billing/plan-admin'
import * as plans from '@trading-bot/contract/rest/billing/plans'
import * as regular from '@trading-bot/contract/rest/billing/regular-plans'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { createBotPlan } from './create-bot-plan.ts'
import { deleteBotPlan } from './delete-bot-plan.ts'
import { listBotPlans, listPlans, readBotPlan, readPlan } from './read-plans.ts'
import {
  createRegularPlan,
  deleteRegularPlan,
  listRegularPlans,
  updateRegularPlan,
} from './regular/manage-regular-plans.ts'
import { toggleBotPlan } from './toggle-bot-plan.ts'
import { updateBotPlan } from './update-bot-plan.ts'

export const planRoutes = [
  bindRoute(plans.listPlans, listPlans),
  bindRoute(plans.readPlan, readPlan),
  bindRoute(plans.listBotPlans, listBotPlans),
  bindRoute(plans.readBotPlan, readBotPlan),
  bindRoute(planAdmin.createBotPlan, createBotPlan),
  bindRoute(planAdmin.updateBotPlan, updateBotPlan),
  bindRoute(planAdmin.deleteBotPlan, deleteBotPlan),
  bindRoute(planAdmin.toggleBotPlan, toggleBotPlan),
  bindRoute(regular.listRegularPlans, listRegularPlans),
  bindRoute(regular.createRegularPlan, createRegularPlan),
  bindRoute(regular.updateRegularPlan, updateRegularPlan),
  bindRoute(regular.deleteRegularPlan, deleteRegularPlan),
]
