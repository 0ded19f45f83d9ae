export { platformRoutes } from './platform-routes.ts'
export { addPlatformGauges } from './platform-gauges.ts'
