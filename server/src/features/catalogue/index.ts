export { catalogueRoutes } from './catalogue-routes.ts'
export { findBotPlan, findPlan } from './catalogue-store.ts'
export { layOutCatalogue } from './lay-out-catalogue.ts'
export { findBotSettings } from './read-bot-settings.ts'
