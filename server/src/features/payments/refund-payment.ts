import type { refundPayment as spec } from '@trading-bot/contract/rest/payments'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Verb } from '../../http/bind-route.ts'
import { takeBackPeriod, unusedOfPayment } from '../subscriptions/index.ts'
import { postEntry } from '../ledger/index.ts'
import { lockPaymentInTurn } from './lock-payment-in-turn.ts'
import { paymentViews } from './payment-view.ts'
import { startRefund } from './start-refund.ts'

/** At most the unused value, more only with a reason; the paid time ends or shortens with it. Once. */
export const refundPayment: Verb<typeof spec> = async (context, input) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const payment = await lockPaymentInTurn(tx, input.id, now)
    if (!payment) return refuse('NOT_FOUND')
    const earlier = await tx.selectFrom('refunds').select('id').where('payment_id', '=', payment.id).executeTakeFirst()
    if (payment.effect !== 'granted' || earlier) return refuse('NOT_REFUNDABLE')
    const unused = await unusedOfPayment(tx, payment.id, now)
    const most = unused < BigInt(payment.amount_paise) ? unused : BigInt(payment.amount_paise)
    const amount = input.amount === undefined ? most : BigInt(Math.round(input.amount * 100))
    if (amount === 0n || amount > BigInt(payment.amount_paise)) return refuse('NOT_REFUNDABLE')
    if (amount > unused && !input.reason) {
      return refuse('REFUND_TOO_LARGE', { values: { amount: formatRupees(Number(unused) / 100) } })
    }
    await takeBackPeriod(tx, payment.id, amount, now)
    const excess = amount > unused ? amount - unused : 0n
    const { user_id: userId, subscription_id: subscriptionId } = payment
    const entry = { kind: 'goodwill', userId, paymentId: payment.id, subscriptionId }
    await postEntry(tx, { ...entry, lines: { revenue: excess, credit: -excess } }, now)
    const refundId = await startRefund(tx, context, payment, amount, input.reason ?? 'Unused value')
    await recordAudit(tx, context, {
      action: 'payment.refund-requested',
      subject: { kind: 'payment', id: payment.id },
      after: { refund_id: refundId, amount_paise: String(amount), reason: input.reason ?? '' },
    })
    const [view] = await paymentViews(tx, [payment])
    if (!view) return refuse('NOT_FOUND')
    return { message: `A refund of ${formatRupees(Number(amount) / 100)} was requested.`, payment: view }
  })
}
