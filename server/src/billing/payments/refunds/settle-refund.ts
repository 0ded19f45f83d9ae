import type { Db, Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { postMail } from '../../../platform/mail/post-mail.ts'
import { formatRupees } from '@trading-bot/core/money'
import { ProviderRefused } from '../../../platform/providers/payment-provider.ts'
import { postEntry } from '../../ledger/index.ts'
import { settleRefunded, unusedOfPayment } from '../../subscriptions/index.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { invoicePayments } from '../captures/invoice-payments.ts'
import { changePayment, findPayment, lockPayment, type PaymentRow } from '../payment-store.ts'
import type { RefundRow } from './retry-refund.ts'

/** The job behind a refund: asks the provider (repeatedly, with one key) and books its answer. */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await deps.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund || refund.status === 'processed' || refund.status === 'failed') return
  const payment = await findPayment(deps.db, refund.payment_id)
  const paymentId = refund.provider_payment_id ?? payment?.provider_payment_id
  if (!paymentId || !deps.payments) throw new Error('no payment provider to refund through')
  const input = { paymentId, amountPaise: BigInt(refund.amount_paise), key: refund.id }
  const answer = await deps.payments.refund(input).catch((error: unknown) => {
    // A definite rejection is an answer: the refund has failed and may be retried. No answer is not.
    if (error instanceof ProviderRefused) return { id: null, status: 'failed' as const }
    throw error
  })
  await applyRefundReport(deps.db, deps, refundId, answer)
  await invoicePayments(deps)
}

type Note = { readonly id: string | null; readonly status: 'pending' | 'processed' | 'failed' }

/** Applies the provider's report on a refund; "processed" moves the money, once. */
export async function applyRefundReport(db: Db, deps: Deps, refundId: string, note: Note): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const settled = note.status === 'pending' ? null : now
    const row = await tx
      .updateTable('refunds')
      .set({ status: note.status, provider_refund_id: note.id, settled_at: settled })
      .where('id', '=', refundId)
      .where('status', 'in', ['requested', 'pending'])
      .returningAll()
      .executeTakeFirst()
    if (!row || note.status === 'pending') return
    if (note.status === 'processed') await bookRefund(tx, deps, row, now)
    else
      await recordLog(tx, now, {
        level: 'ERROR',
        category: 'payment',
        message: 'The provider refused a refund: it is still owed, ask for it again',
        details: { refund_id: refundId, payment_id: row.payment_id },
      })
  })
}

async function bookRefund(tx: Tx, deps: Deps, refund: RefundRow, now: Date): Promise<void> {
  const [paymentId, amountPaise] = [refund.payment_id, BigInt(refund.amount_paise)]
  const payment = await lockPayment(tx, paymentId)
  if (!payment) return
  const { user_id: userId, subscription_id: subscriptionId } = payment
  const lines = { refundable: amountPaise, cash: -amountPaise }
  // A duplicate payment is refunded on its own: the order stays paid, and the subscription's value is untouched.
  const isOwn = refund.provider_payment_id === null
  const owner = isOwn ? { subscriptionId } : {}
  await postEntry(tx, { kind: 'refunded', userId, paymentId, ...owner, lines }, now)
  if (isOwn) await bookOnPayment(tx, payment, amountPaise, now)
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const amount = formatRupees(Number(amountPaise) / 100)
  const text = `We have refunded ${amount} for ${payment.plan_name} to your original payment method.`
  await postMail(tx, deps.config, now, { to: email, subject: `Refund of ${amount}`, text })
}

/** A payment counts as refunded once nothing more of it can come back; until then it is refunded in part. */
async function bookOnPayment(tx: Tx, payment: PaymentRow, amountPaise: bigint, now: Date): Promise<void> {
  const refunded = BigInt(payment.refunded_paise) + amountPaise
  const isExhausted = refunded >= BigInt(payment.amount_paise) || (await unusedOfPayment(tx, payment.id, now)) === 0n
  const status = isExhausted ? 'refunded' : payment.status
  await changePayment(tx, payment.id, { refunded_paise: String(refunded), status })
  await settleRefunded(tx, payment.subscription_id)
}
