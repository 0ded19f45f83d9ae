export { planRoutes } from './plan-routes.ts'
export { describePlanBot, findUnsellable, type PlanRules } from './plan-ports.ts'
export { allowancesView } from './plan-views.ts'
export { findBotPlan, findPlan, findPlanSelling, isBotPlanOffered } from './plan-store.ts'
