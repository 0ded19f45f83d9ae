export { credentialRoutes } from './credential-routes.ts'
export { saveForDemo } from './save-for-demo.ts'
