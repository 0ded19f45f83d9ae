// Payments: orders and the ways in which a capture is reported. Amounts of orders are in paise, of records in rupees.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { GstState } from './gst-states.ts'
import { BillingCycle } from './plans.ts'
import { ById, Bytes, Id, required, Rupees, rupeesInput, Time } from '../shapes.ts'
import { couponed, PaymentOrder, PaymentStatus, Subscription } from './subscriptions.ts'

/** requested: an administrator has to release it. on_its_way: the provider was told. */
export const RefundState = z.enum(['requested', 'on_its_way'])

export const Payment = z.object({
  id: Id,
  order_id: z.string(),
  provider_payment_id: z.nullable(z.string()),
  plan_name: z.string(),
  /** mandate: what the registration of a mandate charged; it is credit for the next payment. */
  purpose: z.enum(['purchase', 'renewal', 'upgrade', 'mandate']),
  amount: Rupees,
  amount_refunded: Rupees,
  /** What of this payment still comes back, beside what has been refunded; null if nothing does. */
  refund_due: z.nullable(z.object({ amount: Rupees, state: RefundState })),
  currency: z.literal('INR'),
  status: PaymentStatus,
  is_simulated: z.boolean(),
  invoice_number: z.nullable(z.string()),
  created_at: Time,
  paid_at: z.nullable(Time),
})
export type Payment = z.infer<typeof Payment>

export const listPayments = call({
  method: 'GET',
  path: '/subscriptions/payments/',
  access: 'signed-in',
  summary: 'Own payments, newest first.',
  answer: z.array(Payment),
})

export const createOrder = call({
  method: 'POST',
  path: '/subscriptions/payment/create-order/',
  access: 'signed-in',
  summary: 'The order to pay for a plan; the same open order while plan, cycle and price are unchanged.',
  body: z.strictObject({
    plan_id: z.optional(z.nullable(Id)),
    bot_plan_id: z.optional(z.nullable(Id)),
    billing_cycle: z.optional(z.nullable(BillingCycle)),
    /** The buyer's state for the GST invoice, saved in the profile. */
    gst_state: z.optional(z.nullable(GstState)),
    /** Pays the next period of the own plan in advance, before the days in which any order for it is a renewal. */
    renew: z.optional(z.boolean()),
    ...couponed,
  }),
  answer: z.object({ data: PaymentOrder }),
})

export const quoteUpgrade = call({
  method: 'POST',
  path: '/subscriptions/quote/',
  access: 'signed-in',
  summary: 'What an upgrade to this plan costs now; its order charges exactly this until the quote expires.',
  body: z.strictObject({
    plan_id: z.optional(z.nullable(Id)),
    bot_plan_id: z.optional(z.nullable(Id)),
    billing_cycle: z.optional(z.nullable(BillingCycle)),
  }),
  answer: z.object({ charge: Rupees, unused_value: Rupees, credit: Rupees, due: Rupees, expires_at: Time }),
})

const PaidAnswer = z.object({ message: z.string(), status: PaymentStatus, subscription: Subscription })
const providerText = z.string().check(z.minLength(1, 'This field is required'), z.maxLength(200))

export const paymentSuccess = call({
  method: 'POST',
  path: '/subscriptions/payment/success/',
  access: 'signed-in',
  summary:
    "The provider's callback: the plan is granted if the signature is valid and the provider reports the capture.",
  body: z.strictObject({
    payment_id: Id,
    razorpay_payment_id: providerText,
    razorpay_order_id: providerText,
    razorpay_signature: providerText,
  }),
  answer: PaidAnswer,
})

export const simulatedSuccess = call({
  method: 'POST',
  path: '/subscriptions/payment/simulated-success/',
  access: 'signed-in',
  summary: 'Pays a simulated order; any other order is refused.',
  body: z.strictObject({ payment_id: Id }),
  answer: PaidAnswer,
})

export const paymentFailure = call({
  method: 'POST',
  path: '/subscriptions/payment/failure/',
  access: 'signed-in',
  summary: 'Records that the checkout was closed or failed; a later capture still grants the plan.',
  body: z.strictObject({
    payment_id: Id,
    error: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    error_code: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
  answer: z.object({ message: z.string(), status: PaymentStatus }),
})

export const readPayment = call({
  method: 'GET',
  path: '/subscriptions/payment/{id}/',
  access: 'owner',
  summary: 'One own payment.',
  params: ById,
  answer: Payment,
})

export const readPaymentStatus = call({
  method: 'GET',
  path: '/subscriptions/payment/{id}/status/',
  access: 'owner',
  summary: 'Whether a payment has been captured.',
  params: ById,
  answer: z.object({ id: Id, status: PaymentStatus }),
})

export const downloadInvoice = call({
  method: 'GET',
  path: '/subscriptions/payment/{id}/invoice/',
  access: 'owner',
  summary: 'The invoice of a payment as a PDF; 404 until it has been issued.',
  params: ById,
  answer: Bytes,
  produces: 'application/pdf',
})

export const refundPayment = call({
  method: 'POST',
  path: '/subscriptions/payment/{id}/refund/',
  access: 'admin',
  recentAuth: true,
  summary:
    'Refund at most the unused value; more, or leaving the paid time alone, needs a typed reason. Repeatable until all of it is refunded; a refund that the provider rejected is retried first.',
  params: ById,
  body: z.strictObject({
    amount: z.optional(rupeesInput('Enter an amount greater than 0', { min: 0.01 })),
    /** What the caller knows to be refunded already, so that a request that arrives twice pays once. */
    refunded_before: z._default(rupeesInput('Enter what was refunded before', { min: 0 }), 0),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    /** Goodwill: the paid time stays as it is. It always needs a reason. */
    keeps_time: z._default(z.boolean(), false),
  }),
  answer: z.object({ message: z.string(), payment: Payment }),
})

/** The test-mode card form, used by the browser only. */
export const CardForm = z.object({
  cardNumber: required('Card number is required'),
  expiryDate: required('Expiry date is required'),
  cvv: required('CVV is required'),
  cardholderName: required('Cardholder name is required'),
})
