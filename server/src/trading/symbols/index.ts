export { instrumentOf } from './instrument-of.ts'
export { symbolRoutes } from './symbol-routes.ts'
