import type { RefusalEntry } from '../refusal-entry.ts'

export const BILLING_REFUSALS = {
  PLAN_NOT_OFFERED: { status: 404, text: 'This plan is not available. Please choose another one.' },
  SUBSCRIPTION_OVER: { status: 409, text: 'This subscription is over already.' },
  PLAN_IN_USE: {
    status: 409,
    text: 'Subscriptions refer to this plan, so it cannot be deleted. Deactivate it instead: nobody can buy it any more, and its subscriptions run on.',
  },
  NO_SUBSCRIPTION: { status: 404, text: 'No active subscription found.' },
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You already have an active subscription plan. You can upgrade or downgrade your current plan if needed.',
  },
  ALREADY_RENEWED: {
    status: 409,
    text: 'Your next period is already paid. You can renew again when it has begun.',
  },
  SAME_PLAN: { status: 409, text: 'You already have this plan.' },
  NOT_DEARER: { status: 409, text: 'This plan does not cost more than yours. Choose downgrade instead.' },
  NOT_CHEAPER: { status: 409, text: 'This plan does not cost less than yours. Choose upgrade instead.' },
  COUPON_UNKNOWN: { status: 404, text: 'This coupon does not exist or is not valid now.' },
  COUPON_OTHER_PLAN: { status: 409, text: 'This coupon is not for this plan.' },
  COUPON_USED: { status: 409, text: 'You have already used this coupon.' },
  COUPON_SPENT: { status: 409, text: 'This coupon has been used up.' },
  COUPON_NOT_NEEDED: { status: 409, text: 'Your credit already covers this plan, so keep the coupon for later.' },
  COUPON_TRIES: { status: 429, text: 'Too many coupons were tried. Try again in {wait}.' },
  NO_TRIAL: { status: 409, text: 'This plan offers no free trial.' },
  TRIAL_USED: { status: 409, text: 'You have already had a free trial. Choose a plan to continue.' },
  TRIAL_NEEDS_EMAIL: { status: 409, text: 'Verify your e-mail address first, then start your free trial.' },
  QUOTE_EXPIRED: { status: 409, text: 'The amount has changed since it was shown. Look at it again before you pay.' },
  NOTHING_TO_PAY: { status: 409, text: 'Nothing is due for this change. Confirm the upgrade without a payment.' },
  PAYMENTS_NOT_CONFIGURED: { status: 400, text: 'Razorpay credentials not configured. Please contact support.' },
  PAYMENT_PROVIDER_DOWN: {
    status: 503,
    text: 'The payment provider does not answer. Nothing was charged; please try again.',
  },
  NO_MANDATES: { status: 400, text: 'Automatic payments are not available here. You can renew by hand.' },
  MANDATE_TOO_SMALL: {
    status: 400,
    text: 'Banks debit up to {limit} without asking. Your plan costs more, so we send you a payment link instead.',
  },
  MANDATE_ACTIVE: { status: 409, text: 'You already have a mandate. Cancel it before you set up another.' },
  MANDATE_OVER: { status: 409, text: 'This mandate has ended. Set up a new one.' },
  MANDATE_NOT_APPROVED: {
    status: 409,
    text: 'Your bank has not approved the mandate yet. We will tell you when it has.',
  },
  DEBIT_UNDER_WAY: {
    status: 409,
    text: 'Your bank is already processing the debit for your next period. Please wait for its result.',
  },
  NOT_SIMULATED: { status: 400, text: 'This order is not a test order.' },
  PAYMENT_NOT_VERIFIED: { status: 400, text: 'Payment verification failed' },
  PAYMENT_REPLACED: {
    status: 409,
    text: 'This order was replaced by a newer one. Any amount paid for it is refunded.',
  },
  NOT_REFUNDABLE: { status: 409, text: 'This payment cannot be refunded.' },
  REFUND_OWED: { status: 409, text: 'A refund of {amount} failed and is still owed. Ask for that amount or less.' },
  REFUND_ABOVE_PAID: { status: 409, text: 'At most {amount} of this payment can still be refunded.' },
  REFUND_CHANGED: {
    status: 409,
    text: '{amount} of this payment is refunded or on its way already. Look at it again before you refund more.',
  },
  REFUND_TOO_LARGE: { status: 409, text: 'At most {amount} is unused. Type a reason to refund more.' },
  SUBSCRIPTION_REQUIRED: { status: 403, text: 'Subscription Required: choose a plan before you save credentials.' },
} as const satisfies Record<string, RefusalEntry>
