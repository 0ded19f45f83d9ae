export { credentialRoutes } from './credential-routes.ts'
export { rotateCredentials } from './rotate-credentials.ts'
export { saveForDemo } from './save-for-demo.ts'
