export { addAdministrator } from './add-administrator.ts'
export { userRoutes } from './user-routes.ts'
