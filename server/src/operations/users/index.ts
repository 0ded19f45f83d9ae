export { addAdministrator } from './add-administrator.ts'
export { conditionsOf } from './user-store.ts'
export { userRoutes } from './user-routes.ts'
