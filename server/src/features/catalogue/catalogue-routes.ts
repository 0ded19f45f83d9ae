import * as plans from '@trading-bot/contract/rest/plans'
import { bindRoute } from '../../http/bind-route.ts'
import { readUserBotSettings } from './read-bot-settings.ts'
import { listBotPlans, listPlans, listSymbols, readBotPlan, readPlan } from './read-plans.ts'

export const catalogueRoutes = [
  bindRoute(plans.listPlans, listPlans),
  bindRoute(plans.readPlan, readPlan),
  bindRoute(plans.listBotPlans, listBotPlans),
  bindRoute(plans.readBotPlan, readBotPlan),
  bindRoute(plans.listSymbols, listSymbols),
  bindRoute(plans.readUserBotSettings, readUserBotSettings),
]
