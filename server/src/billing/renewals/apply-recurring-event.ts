import type { Db } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { findMandateBy, settleMandate } from '../mandates/index.ts'
import { lockBilling } from '../subscriptions/index.ts'
import type { RecurringEvent } from '../payments/index.ts'
import { type AttemptRow, listAttempts, moveAttemptAndPlan } from './attempt-store.ts'
import { failAttempt } from './fail-attempt.ts'
import { findRenewal, planNext } from './renewal-store.ts'
import { MINUTE_MS, noticeMs } from './renewal-times.ts'

/** The answer to our own request may come after the webhook that it caused. */
const EARLY_MS = 10 * MINUTE_MS

/** Events bring about a look at the provider; only a notice is taken from the event itself, since nothing lists it. */
export async function applyEvent(deps: Deps, event: RecurringEvent): Promise<void> {
  const { payment, token, notice, saidAt } = event
  if (payment?.orderId) await payed(deps, payment.orderId)
  if (token) {
    const mandate = await findMandateBy(deps.db, 'token_id', token.id)
    // Not known yet: its payment names it, and the provider is asked for its state then.
    if (mandate) await settleMandate(deps, mandate.id, { token, at: saidAt })
  }
  if (notice) await noticed(deps, notice, saidAt)
}

async function payed(deps: Deps, orderId: string): Promise<void> {
  const mandate = await findMandateBy(deps.db, 'order_id', orderId)
  if (mandate) return settleMandate(deps, mandate.id)
  const attempt = await findAttempt(deps.db, { orderId })
  if (attempt?.state === 'debiting') await planNext(deps.db, attempt.renewal_id, deps.clock.now())
}

type Notice = NonNullable<RecurringEvent['notice']>

async function noticed(deps: Deps, notice: Notice, saidAt: Date): Promise<void> {
  const { db, clock } = deps
  const found =
    (await findAttempt(db, { noticeId: notice.id })) ??
    (notice.orderId ? await findAttempt(db, { orderId: notice.orderId }) : undefined)
  if (!found) {
    if (clock.now().getTime() - saidAt.getTime() < EARLY_MS) throw new Error(`the notice ${notice.id} is not known yet`)
    return
  }
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const known = await findRenewal(tx, found.renewal_id)
    if (!known) return
    await lockBilling(tx, known.user_id, now)
    const renewal = await findRenewal(tx, known.id)
    const attempt = (await listAttempts(tx, known.id)).find(({ id }) => id === found.id)
    if (renewal?.state !== 'open' || attempt?.state !== 'ordered') return
    if (!notice.isDelivered) return failAttempt(tx, deps, renewal, attempt, 'notice_failed')
    const deliveredAt = notice.deliveredAt ?? saidAt
    const debitAt = new Date(deliveredAt.getTime() + noticeMs(found.method))
    const facts = { notified_at: deliveredAt, debit_at: debitAt, nextAt: debitAt }
    await moveAttemptAndPlan(tx, attempt, ['ordered'], 'notified', facts)
  })
}

type Key = { readonly orderId: string } | { readonly noticeId: string }

async function findAttempt(db: Db, key: Key): Promise<(AttemptRow & { readonly method: string }) | undefined> {
  const query = db
    .selectFrom('renewal_attempts')
    .innerJoin('mandates', 'mandates.id', 'renewal_attempts.mandate_id')
    .selectAll('renewal_attempts')
    .select('mandates.method')
  if ('noticeId' in key) return query.where('notice_id', '=', key.noticeId).executeTakeFirst()
  return query
    .innerJoin('payments', 'payments.id', 'renewal_attempts.payment_id')
    .where('payments.order_id', '=', key.orderId)
    .executeTakeFirst()
}
