export { planRoutes } from './plan-routes.ts'
export { describePlanBot, type PlanRules } from './plan-ports.ts'
export { findBotPlan, findPlan } from './plan-store.ts'
