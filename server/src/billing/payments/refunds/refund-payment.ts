import type { refundPayment as spec } from '@trading-bot/contract/rest/billing/payments'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { postEntry } from '../../ledger/index.ts'
import { takeBackPeriod } from '../../subscriptions/index.ts'
import { lockPaymentForBilling } from '../lock-payment-for-billing.ts'
import type { PaymentRow } from '../payment-store.ts'
import { paymentViews } from '../payment-view.ts'
import { readRefundLimits } from './refund-limits.ts'
import { findFailedRefund, retryRefund } from './retry-refund.ts'
import { startRefund } from './start-refund.ts'

/** Repeatable until nothing is left; a refund that the provider rejected is retried before a new one is made. */
export const refundPayment: UseCase<typeof spec> = async (context, input) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const payment = await lockPaymentForBilling(tx, input.id, now)
    if (!payment) return refuse('NOT_FOUND')
    const amountPaise = input.amount === undefined ? undefined : BigInt(Math.round(input.amount * 100))
    const refundedPaise = BigInt(Math.round(input.refunded_before * 100))
    const request = { amountPaise, refundedPaise, reason: input.reason || undefined, keepsTime: input.keeps_time }
    const failed = await findFailedRefund(tx, payment.id)
    const booked = failed ? await retryRefund(tx, failed, request, now) : await bookNew(tx, context, payment, request)
    if (booked instanceof Refusal) return booked
    await recordAudit(tx, context, {
      action: failed ? 'payment.refund-retried' : 'payment.refund-requested',
      subject: { kind: 'payment', id: payment.id },
      after: {
        refund_id: booked.refundId,
        amount_paise: String(booked.amountPaise),
        reason: input.reason ?? '',
        ...(input.keeps_time && { keeps_time: true }),
      },
    })
    const [view] = await paymentViews(tx, [payment])
    if (!view) return refuse('NOT_FOUND')
    return { message: `A refund of ${formatRupees(Number(booked.amountPaise) / 100)} was requested.`, payment: view }
  })
}

type RefundRequest = {
  readonly amountPaise: bigint | undefined
  /** As the caller knows it. */
  readonly refundedPaise: bigint
  readonly reason: string | undefined
  /** Goodwill: what was bought stays as it is. */
  readonly keepsTime: boolean
}

/** At most the unused value, more only with a reason; the paid time ends or is shortened accordingly. */
async function bookNew(tx: Tx, deps: Deps, payment: PaymentRow, request: RefundRequest) {
  const now = deps.clock.now()
  const { unusedPaise, restPaise, maximumPaise } = await readRefundLimits(tx, payment, now)
  if (request.keepsTime && request.amountPaise === undefined) return refuse('REFUND_NEEDS_AMOUNT')
  if (request.keepsTime && !(await isRunning(tx, payment.id))) return refuse('NO_TIME_TO_KEEP')
  const amountPaise = request.amountPaise ?? maximumPaise
  if (payment.effect !== 'granted' || restPaise === 0n || amountPaise === 0n) return refuse('NOT_REFUNDABLE')
  const refundedPaise = BigInt(payment.amount_paise) - restPaise
  if (request.refundedPaise !== refundedPaise)
    return refuse('REFUND_CHANGED', { values: { amount: rupeesText(refundedPaise) } })
  if (amountPaise > restPaise) return refuse('REFUND_ABOVE_PAID', { values: { amount: rupeesText(restPaise) } })
  if ((amountPaise > unusedPaise || request.keepsTime) && !request.reason) {
    return refuse('REFUND_TOO_LARGE', { values: { amount: rupeesText(unusedPaise) } })
  }
  const fromTime = request.keepsTime ? 0n : min(amountPaise, unusedPaise)
  if (!request.keepsTime) await takeBackPeriod(tx, payment.id, amountPaise, now)
  const excess = amountPaise - fromTime
  const { user_id: userId, subscription_id: subscriptionId } = payment
  const entry = { kind: 'goodwill', userId, paymentId: payment.id, subscriptionId }
  await postEntry(tx, { ...entry, lines: { revenue: excess, credit: -excess } }, now)
  return { refundId: await startRefund(tx, deps, payment, amountPaise, request.reason ?? 'Unused value'), amountPaise }
}

/** Whether time that it bought is still to come or under way. */
async function isRunning(tx: Tx, paymentId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('periods')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

function rupeesText(paise: bigint): string {
  return formatRupees(Number(paise) / 100)
}
