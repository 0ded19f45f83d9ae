import * as coupons from '@trading-bot/contract/rest/billing/coupons'
import { askAboutPayment as ask } from '@trading-bot/contract/rest/billing/goodwill'
import * as payments from '@trading-bot/contract/rest/billing/payments'
import * as refunds from '@trading-bot/contract/rest/billing/refunds'
import { upgradeSubscription as upgrade } from '@trading-bot/contract/rest/billing/subscriptions'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { askAboutPayment } from './orders/ask-about-payment.ts'
import { createOrder } from './orders/create-order.ts'
import { quoteUpgrade } from './orders/quotes.ts'
import { quoteCoupon } from './orders/with-coupon.ts'
import { paymentFailure, paymentSuccess, simulatedSuccess } from './captures/pay.ts'
import { listPayments, readPayment, readPaymentStatus } from './read-payments.ts'
import { listRefunds, readRefundLimits } from './refunds/list-refunds.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { upgradeSubscription } from './captures/upgrade-subscription.ts'

export const paymentRoutes = [
  bindRoute(payments.quoteUpgrade, quoteUpgrade),
  bindRoute(coupons.quoteCoupon, quoteCoupon),
  bindRoute(payments.createOrder, createOrder),
  bindRoute(payments.paymentSuccess, paymentSuccess),
  bindRoute(payments.simulatedSuccess, simulatedSuccess),
  bindRoute(payments.paymentFailure, paymentFailure),
  bindRoute(payments.listPayments, listPayments),
  bindRoute(payments.readPayment, readPayment),
  bindRoute(payments.readPaymentStatus, readPaymentStatus),
  bindRoute(payments.refundPayment, refundPayment),
  bindRoute(refunds.listRefunds, listRefunds),
  bindRoute(refunds.readRefundLimits, readRefundLimits),
  bindRoute(ask, askAboutPayment),
  bindRoute(upgrade, upgradeSubscription),
]
