// The three calls by which the browser reports how a checkout ended. The server decides: a callback only triggers a
// check.
import type {
  paymentFailure as failure,
  paymentSuccess as success,
  simulatedSuccess as simulated,
} from '@trading-bot/contract/rest/billing/payments'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { PaymentStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { ProviderUnreachable } from '../../../platform/providers/payment-provider.ts'
import { findSubscription, subscriptionView } from '../../subscriptions/index.ts'
import { applyCapture } from './apply-capture.ts'
import type { Capture } from './capture.ts'
import { changePayment, lockPayment } from '../payment-store.ts'
import { findOwn } from '../read-payments.ts'
import { simulatedCapture } from './simulated-capture.ts'

export const simulatedSuccess: UseCase<typeof simulated> = async (context, { payment_id }) => {
  const row = await findOwn(context, payment_id)
  if (!row) return refuse('NOT_FOUND')
  // The flag stored with the order decides, never the request.
  if (!row.is_simulated) return refuse('NOT_SIMULATED')
  return settle(context, row.id, simulatedCapture(row.id, BigInt(row.amount_paise)))
}

export const paymentSuccess: UseCase<typeof success> = async (context, input) => {
  const row = await findOwn(context, input.payment_id)
  if (!row) return refuse('NOT_FOUND')
  const { payments } = context
  const { order_id: orderId } = row
  if (!payments || orderId === null || input.razorpay_order_id !== orderId) return refuse('PAYMENT_NOT_VERIFIED')
  // Verified against the order id that we stored, not the one that was posted back.
  const isSigned = payments.isSignature(orderId, input.razorpay_payment_id, input.razorpay_signature)
  if (!isSigned) return refuse('PAYMENT_NOT_VERIFIED')
  try {
    const found = await payments.listPayments(orderId)
    const captured = found.find(({ id, status }) => id === input.razorpay_payment_id && status === 'captured')
    if (!captured) return refuse('PAYMENT_NOT_VERIFIED')
    const { amountPaise, currency } = captured
    return await settle(context, row.id, { providerPaymentId: captured.id, amountPaise, currency })
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_UNKNOWN')
    throw error
  }
}

async function settle(context: Context, paymentId: string, capture: Capture) {
  const { db, clock } = context
  const outcome = await db.transaction().execute(async (tx) => {
    const applied = await applyCapture(tx, context, paymentId, capture)
    // Last, so that the single row of this job is locked only briefly.
    await addJob(tx, 'issue_invoices', {}, 'issue-invoices')
    return applied
  })
  if (outcome === 'amount-differs' || outcome === 'unknown') return refuse('PAYMENT_NOT_VERIFIED')
  if (!outcome.isGranted) return refuse('PAYMENT_REPLACED')
  const subscription = await findSubscription(db, outcome.payment.subscription_id)
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  return {
    message: 'Payment successful! Your subscription is now active.',
    status: PaymentStatus.parse(outcome.payment.status),
    subscription: await subscriptionView(db, subscription, clock.now()),
  }
}

/** Only recorded: the payment may still be captured later, and then it counts. */
export const paymentFailure: UseCase<typeof failure> = async (context, input) => {
  const outcome = await context.db.transaction().execute(async (tx) => {
    const own = await findOwn(context, input.payment_id)
    const row = own && (await lockPayment(tx, own.id))
    if (!row) return refuse('NOT_FOUND')
    if (row.effect !== null) return row
    const note = input.error ?? input.error_code ?? 'The checkout was closed'
    return changePayment(tx, row.id, { status: 'failed', failure: note })
  })
  if (outcome instanceof Refusal) return outcome
  return { message: 'The payment was not completed.', status: PaymentStatus.parse(outcome.status) }
}
