export { planRoutes } from './plan-routes.ts'
export { findBotPlan, findPlan } from './plan-store.ts'
