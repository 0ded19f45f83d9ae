// The three things that a renewal asks of the provider. Nobody's lock is held meanwhile, and each answer is applied
// under the holder's lock, to the state that is there when it arrives.
import { batchReads } from '../../platform/db/batch-reads.ts'
import { anyOf } from '../../platform/db/batch-statements.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { type PaymentProvider, ProviderRefused } from '../../platform/providers/payment-provider.ts'
import type { RecurringPayments } from '../../platform/providers/recurring/recurring-payments.ts'
import { applyCapture, saveOrderId } from '../payments/index.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { type AttemptRow, listAttempts, moveAttemptAndPlan } from './attempt-store.ts'
import { checkWanted } from './check-wanted.ts'
import type { Asked } from './decide-step.ts'
import { failAttempt } from './fail-attempt.ts'
import { findRenewal, planNext } from './renewal-store.ts'
import { LOOK_AGAIN_MS, MINUTE_MS, NOTICE_LIMIT_MS, noticeMs, UNANSWERED_MS } from './renewal-times.ts'

export type Offered = PaymentProvider & { readonly recurring: RecurringPayments }

/** What an answer changes, for a transaction that has the holder's billing lock; nothing is asked in it. */
export type Answer = ((tx: Tx) => Promise<unknown>) | undefined

/** Places the attempt's order, with which the bank gives its holder notice. */
export async function placeOrder(deps: Deps, provider: Offered, { attempt, payment, mandate }: Asked): Promise<Answer> {
  const now = deps.clock.now()
  const debitAt = new Date(now.getTime() + noticeMs(mandate.method))
  // A bank account's mandate knows no notice by the provider: our own mail is the notice.
  const notice =
    mandate.method === 'emandate' || mandate.token_id === null
      ? null
      : { tokenId: mandate.token_id, debitAfter: new Date(debitAt.getTime() + MINUTE_MS) }
  const amountPaise = BigInt(payment.amount_paise)
  const made = await provider.recurring
    .createDebitOrder({ amountPaise, receipt: payment.id, notice })
    .catch((error: unknown) => refusalOf(error))
  if (made instanceof ProviderRefused) return (tx) => fail(tx, deps, attempt, made.message)
  return async (tx) => {
    await saveOrderId(tx, payment.id, made.orderId)
    const facts = notice
      ? { notice_id: made.noticeId }
      : { notified_at: attempt.created_at, debit_at: new Date(attempt.created_at.getTime() + noticeMs(mandate.method)) }
    const nextAt = facts.debit_at ?? new Date(now.getTime() + NOTICE_LIMIT_MS)
    await moveAttemptAndPlan(tx, attempt, ['recorded'], notice ? 'ordered' : 'notified', { ...facts, nextAt })
  }
}

/** Asks the bank for the debit; the attempt says so already. */
export async function askForDebit(deps: Deps, provider: Offered, asked: Asked): Promise<Answer> {
  const { attempt, payment, mandate } = asked
  const { order_id: orderId } = payment
  const { token_id: tokenId, customer_id: customerId } = mandate
  if (orderId === null || tokenId === null || customerId === null) throw new Error('a debit needs order and token')
  const person = await readPerson(deps.db, payment.user_id, undefined)
  if (!person) throw new Error(`the payment ${payment.id} has lost its payer`)
  const answer = await provider.recurring
    .debit({
      orderId,
      tokenId,
      customerId,
      amountPaise: BigInt(payment.amount_paise),
      email: person.email,
      contact: person.phone_number.replace(/[^\d+]/g, ''),
      description: payment.plan_name,
    })
    .catch((error: unknown) => refusalOf(error))
  // An order that has a payment refuses another, so a refusal alone says nothing about the first.
  if (answer instanceof ProviderRefused) return lookAtDebit(deps, provider, asked, answer.message)
  return (tx) => waitForBank(tx, deps, attempt, answer)
}

const readPerson = batchReads(async (db, ids: readonly string[]) => {
  const query = db.selectFrom('users').select(['id', 'email', 'phone_number']).where('id', '=', anyOf(ids))
  return new Map((await query.execute()).map((row) => [row.id, row]))
})

/** What the provider has of the attempt's order. Waiting is not failing. */
export async function lookAtDebit(deps: Deps, provider: Offered, asked: Asked, refusal?: string): Promise<Answer> {
  const { attempt, payment } = asked
  const found = payment.order_id === null ? [] : await provider.listPayments(payment.order_id)
  const captured = found.filter(({ status }) => status === 'captured')
  if (captured.length > 0)
    return async (tx) => {
      for (const { id: providerPaymentId, amountPaise, currency } of captured)
        await applyCapture(tx, deps, payment.id, { providerPaymentId, amountPaise, currency })
    }
  const open = found.find(({ status }) => status === 'created' || status === 'authorized')
  if (open) return (tx) => waitForBank(tx, deps, attempt, open.id)
  const failed = found.findLast(({ status }) => status === 'failed')
  if (failed) return (tx) => fail(tx, deps, attempt, failed.errorReason)
  if (refusal !== undefined) return (tx) => fail(tx, deps, attempt, refusal)
  // Refunded at the provider's desk, say: it is shown, and decided by a person.
  if (found.length > 0) return undefined
  const isUnanswered = await deps.db.transaction().execute((tx) => askAgain(tx, deps, asked))
  return isUnanswered ? askForDebit(deps, provider, asked) : undefined
}

async function waitForBank(tx: Tx, { clock }: Deps, attempt: AttemptRow, provider_payment_id: string) {
  const nextAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS)
  await moveAttemptAndPlan(tx, attempt, ['debiting'], 'debiting', { provider_payment_id, nextAt })
}

/** The provider has nothing: after a while the same order is debited again, if its holder still wants it. */
async function askAgain(tx: Tx, deps: Deps, { attempt }: Asked): Promise<boolean> {
  const now = deps.clock.now()
  const known = await findRenewal(tx, attempt.renewal_id)
  if (!known) return false
  await lockBilling(tx, known.user_id, now)
  const renewal = await findRenewal(tx, attempt.renewal_id)
  const current = renewal && (await listAttempts(tx, renewal.id)).find(({ id }) => id === attempt.id)
  if (renewal?.state !== 'open' || current?.state !== 'debiting' || current.debit_asked_at === null) return false
  const due = new Date(current.debit_asked_at.getTime() + UNANSWERED_MS)
  if (due > now) {
    await planNext(tx, renewal.id, due)
    return false
  }
  const ready = await checkWanted(tx, renewal, now)
  if (ready === undefined) return false
  const nextAt = new Date(now.getTime() + UNANSWERED_MS)
  await moveAttemptAndPlan(tx, attempt, ['debiting'], 'debiting', { debit_asked_at: now, nextAt })
  return ready.mandate.id === attempt.mandate_id
}

async function fail(tx: Tx, deps: Deps, { id: attemptId, renewal_id }: AttemptRow, reason: string | null) {
  const renewal = await findRenewal(tx, renewal_id)
  const attempt = (await listAttempts(tx, renewal_id)).find(({ id }) => id === attemptId)
  if (renewal?.state === 'open' && attempt) await failAttempt(tx, deps, renewal, attempt, reason)
}

/** A refusal is an answer; no answer is not. */
function refusalOf(error: unknown): ProviderRefused {
  if (error instanceof ProviderRefused) return error
  throw error
}
