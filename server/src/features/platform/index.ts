export { platformRoutes } from './platform-routes.ts'
export { VERSION } from './read-health.ts'
