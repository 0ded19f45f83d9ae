export { instrumentOf } from './instrument-of.ts'
export { symbolRoutes } from './symbol-routes.ts'
export { refreshSymbols } from './refresh-symbols.ts'
