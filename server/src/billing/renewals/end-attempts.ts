import type { Tx } from '../../platform/db/client.ts'
import { changePayment, type PaymentRow } from '../payments/index.ts'
import { type AttemptRow, listAttempts, moveAttempt } from './attempt-store.ts'
import { closeRenewal, findRenewalOf } from './renewal-store.ts'

/** Called in the transaction that applies a payment, whoever made it. */
export async function endAttemptsBy(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  if (payment.purpose === 'mandate') return
  if (payment.renews_end_at) return endOwn(tx, payment, now)
  if (payment.effect !== 'granted') return
  const open = await tx
    .selectFrom('renewals')
    .select('id')
    .where('subscription_id', '=', payment.subscription_id)
    .where('state', '=', 'open')
    .execute()
  for (const { id } of open) {
    await giveUpPayments(tx, await listAttempts(tx, id), payment.id)
    await closeRenewal(tx, id, 'stopped', 'You paid by hand', now)
  }
}

/** The debit was captured; late, perhaps, after another attempt has begun. */
async function endOwn(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const renewal = await findRenewalOf(tx, payment.subscription_id, payment.renews_end_at!)
  if (!renewal) return
  const attempts = await listAttempts(tx, renewal.id)
  const own = attempts.find(({ payment_id }) => payment_id === payment.id)
  if (!own) return
  const facts = { closed_at: now, provider_payment_id: payment.provider_payment_id }
  const from = ['recorded', 'ordered', 'notified', 'debiting', 'failed', 'ended'] as const
  const isGranted = payment.effect === 'granted'
  await moveAttempt(tx, own.id, from, isGranted ? 'captured' : 'ended', facts)
  if (!isGranted) return
  await giveUpPayments(tx, attempts, payment.id)
  await closeRenewal(tx, renewal.id, 'paid', null, now)
}

/** Orders of other attempts: should one of them be captured all the same, it is found and sent back. */
async function giveUpPayments(tx: Tx, attempts: readonly AttemptRow[], paidBy: string): Promise<void> {
  for (const { payment_id } of attempts) {
    if (payment_id === paidBy) continue
    const row = await tx.selectFrom('payments').select('effect').where('id', '=', payment_id).executeTakeFirst()
    if (row?.effect === null)
      await changePayment(tx, payment_id, { status: 'failed', failure: 'The plan was renewed otherwise' })
  }
}

export async function hasDebitUnderWay(tx: Tx, subscriptionId: string, forEnd: Date): Promise<boolean> {
  const renewal = await findRenewalOf(tx, subscriptionId, forEnd)
  if (renewal?.state !== 'open') return false
  return (await listAttempts(tx, renewal.id)).some(({ state }) => state === 'debiting')
}
