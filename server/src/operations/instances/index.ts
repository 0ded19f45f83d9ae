export { instanceRoutes } from './instance-routes.ts'
export { reportMachine } from './report-machine.ts'
