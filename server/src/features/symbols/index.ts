export { symbolRoutes } from './symbol-routes.ts'
