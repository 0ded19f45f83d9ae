import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { readCredit } from '../ledger/index.ts'
import { MOST_PAISE } from '../mandates/index.ts'
import { insertPayment } from '../payments/index.ts'
import { amountDue, findRenewalOffer, type PlanOffer, renewFromCredit } from '../subscriptions/index.ts'
import { insertAttempt } from './attempt-store.ts'
import type { Wanted } from './check-wanted.ts'
import { mailByHand, mailNotice, mailNotOffered } from './renewal-mails.ts'
import { closeRenewal, keepUntil, type RenewalRow } from './renewal-store.ts'
import { MINUTE_MS, MOST_ATTEMPTS, noticeMs } from './renewal-times.ts'

type Next = Wanted & { readonly number: number }

/** The order's row of the next attempt: price less credit of this moment. Undefined if nothing is to be debited. */
export async function recordAttempt(tx: Tx, deps: Deps, renewal: RenewalRow, next: Next) {
  const { subscription, mandate, number } = next
  const now = deps.clock.now()
  const endsAt = renewal.for_end_at
  const about = { userId: renewal.user_id, endsAt }
  const offer = await findRenewalOffer(tx, subscription)
  if (!offer?.isOffered) {
    await closeRenewal(tx, renewal.id, 'failed', 'The plan is no longer offered', now)
    await mailNotOffered(tx, deps, about)
    return undefined
  }
  const credit = await readCredit(tx, renewal.user_id)
  const duePaise = amountDue(offer, credit)
  if (duePaise === 0n && subscription.status === 'active') {
    await renewFromCredit(tx, subscription, offer, now)
    await closeRenewal(tx, renewal.id, 'paid', 'Paid from your credit', now)
    return undefined
  }
  if (duePaise === 0n || renewal.attempts >= MOST_ATTEMPTS) {
    await closeRenewal(tx, renewal.id, 'failed', renewal.reason ?? 'No attempt is left', now)
    return undefined
  }
  if (duePaise > MOST_PAISE || duePaise > BigInt(mandate.max_paise)) {
    await closeRenewal(tx, renewal.id, 'by_hand', 'The amount needs your approval', now)
    await mailByHand(tx, deps, { ...about, planName: offer.name, pricePaise: offer.chargePaise, duePaise })
    return undefined
  }
  const payment = await insertRenewalPayment(tx, { renewal, offer, duePaise, isSimulated: mandate.is_simulated }, now)
  const creditPaise = credit < offer.chargePaise - duePaise ? credit : offer.chargePaise - duePaise
  const attempt = await insertAttempt(tx, {
    id: newId(now),
    renewal_id: renewal.id,
    number,
    mandate_id: mandate.id,
    payment_id: payment.id,
    price_paise: offer.chargePaise,
    credit_paise: creditPaise > 0n ? creditPaise : 0n,
    state: 'recorded',
    created_at: now,
  })
  await keepUntil(tx, renewal.id, new Date(now.getTime() + 2 * MINUTE_MS))
  const debitAt = new Date(now.getTime() + noticeMs(mandate.method))
  await mailNotice(tx, deps, {
    ...about,
    planName: offer.name,
    mandate,
    pricePaise: offer.chargePaise,
    duePaise,
    debitAt,
    reference: payment.id,
  })
  return { attempt, payment }
}

type Debited = {
  readonly renewal: RenewalRow
  readonly offer: PlanOffer
  readonly duePaise: bigint
  readonly isSimulated: boolean
}

async function insertRenewalPayment(tx: Tx, { renewal, offer, duePaise, isSimulated }: Debited, now: Date) {
  return insertPayment(tx, {
    id: newId(now),
    user_id: renewal.user_id,
    subscription_id: renewal.subscription_id,
    purpose: 'renewal',
    plan_id: offer.planId,
    bot_plan_id: offer.botPlanId,
    plan_name: offer.name,
    billing_cycle: offer.cycle,
    charge_paise: String(offer.chargePaise),
    period_ms: String(offer.periodMs),
    amount_paise: String(duePaise),
    is_simulated: isSimulated,
    order_id: null,
    renews_end_at: renewal.for_end_at,
    created_at: now,
  })
}
