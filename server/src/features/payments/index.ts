export { paymentRoutes } from './payment-routes.ts'
export { sendRefund } from './settle-refund.ts'
