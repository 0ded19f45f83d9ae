import * as payments from '@trading-bot/contract/rest/payments'
import { upgradeSubscription as upgrade } from '@trading-bot/contract/rest/subscriptions'
import { bindRoute } from '../../http/bind-route.ts'
import { createOrder } from './create-order.ts'
import { paymentFailure, paymentSuccess, simulatedSuccess } from './pay.ts'
import { listPayments, readPayment, readPaymentStatus } from './read-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { upgradeSubscription } from './upgrade-subscription.ts'

export const paymentRoutes = [
  bindRoute(payments.createOrder, createOrder),
  bindRoute(payments.paymentSuccess, paymentSuccess),
  bindRoute(payments.simulatedSuccess, simulatedSuccess),
  bindRoute(payments.paymentFailure, paymentFailure),
  bindRoute(payments.listPayments, listPayments),
  bindRoute(payments.readPayment, readPayment),
  bindRoute(payments.readPaymentStatus, readPaymentStatus),
  bindRoute(payments.refundPayment, refundPayment),
  bindRoute(upgrade, upgradeSubscription),
]
