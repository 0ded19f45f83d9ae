import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { changePayment, findPayment } from '../payments/index.ts'
import { type AttemptRow, moveAttempt } from './attempt-store.ts'
import { failureOf } from './failure-reasons.ts'
import { mailFailure } from './renewal-mails.ts'
import { closeRenewal, type RenewalRow } from './renewal-store.ts'
import { MOST_ATTEMPTS, NEXT_ATTEMPT_MS } from './renewal-times.ts'

/** A final failure, under the holder's billing lock: the next attempt is planned, or the renewal has failed. */
export async function failAttempt(
  tx: Tx,
  deps: Deps,
  renewal: RenewalRow,
  attempt: AttemptRow,
  reason: string | null,
): Promise<void> {
  const now = deps.clock.now()
  const failure = failureOf(reason)
  const facts = { error_reason: reason?.slice(0, 300) ?? null, failure: failure.words, closed_at: now }
  const isMoved = await moveAttempt(tx, attempt.id, ['recorded', 'ordered', 'notified', 'debiting'], 'failed', facts)
  if (!isMoved) return
  const payment = await findPayment(tx, attempt.payment_id)
  if (payment?.effect !== null) return
  // It may still be captured late, and counts then.
  await changePayment(tx, payment.id, { status: 'failed', failure: failure.words })
  const failed = renewal.attempts + 1
  const isLast = failed >= MOST_ATTEMPTS || failure.remedy !== 'again'
  const nextAt = new Date(now.getTime() + NEXT_ATTEMPT_MS)
  await tx
    .updateTable('renewals')
    .set({ attempts: failed, reason: failure.words, next_at: nextAt, claimed_until: null })
    .where('id', '=', renewal.id)
    .execute()
  if (isLast) await closeRenewal(tx, renewal.id, 'failed', failure.words, now)
  await mailFailure(tx, deps, {
    userId: renewal.user_id,
    planName: payment.plan_name,
    duePaise: BigInt(payment.amount_paise),
    failure,
    endsAt: renewal.for_end_at,
    isOver: renewal.for_end_at <= now,
    nextAt: isLast ? null : nextAt,
  })
  await recordLog(tx, now, {
    level: failure.remedy === 'by-hand' ? 'ERROR' : 'WARNING',
    category: 'payment',
    message: `A renewal by mandate failed (${failed} of ${MOST_ATTEMPTS}): ${failure.words}`,
    userId: renewal.user_id,
    details: { payment_id: payment.id, reason: facts.error_reason },
  })
}
